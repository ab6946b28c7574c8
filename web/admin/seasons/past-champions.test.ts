import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  cells,
  choose,
  dialogOf,
  fill,
  gone,
  press,
  problemOf,
  said,
  select,
  textOf,
  tick,
  wholePage,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

const HEAD = ['Champion', 'Year', 'Note', 'Actions']

describe('earlier champions', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann', 'Bob').withSeason().start())
  const openSeasons = () => open('/admin/seasons', league.admin)
  const honoured = async () =>
    (await done(league.visitor.get('/public/seasons/champions'))).champions.map(
      ({ year, names, userIds }: { year: number; names: string[]; userIds: number[] }) =>
        `${year} ${names} ${userIds}`,
    )

  test('are added by name, with a note that only admins see', async () => {
    await openSeasons()
    await said('No champions were added by hand.')
    await press('+ Add Champion')
    const dialog = dialogOf('Add Champion')
    await fill('Year', '1899', dialog)
    await press('Add Champion', dialog)
    expect(await problemOf('Name', dialog)).toBe('Please enter a name or choose a player')
    expect(await problemOf('Year', dialog)).toBe('Year must be between 1900 and 2100')
    await fill('Name', 'Grandma Rose', dialog)
    await fill('Year', '1998', dialog)
    await fill('Note', 'By a coin', dialog)
    await press('Add Champion', dialog)
    await gone(dialog)
    expect(await cells('Earlier champions')).toEqual([HEAD, ['Grandma Rose', '1998', 'By a coin', '•••']])
    expect(await honoured()).toEqual(['1998 Grandma Rose '])
  })

  test('are corrected: the champion was a player', async () => {
    await openSeasons()
    await choose('More for Grandma Rose, 1998', 'Correct')
    const dialog = dialogOf('Correct Grandma Rose, Champion of 1998')
    await screen.findByRole('option', { name: 'Bob' })
    await select('Player', 'Bob', dialog)
    await press('Save', dialog)
    await gone(dialog)
    expect(await honoured()).toEqual([`1998 Bob ${league.idOf('Bob')}`])
    await choose('More for Bob, 1998', 'Correct')
    await press('Save', dialogOf('Correct Bob, Champion of 1998'))
    await gone(dialogOf('Correct Bob, Champion of 1998'))
    expect(await honoured(), 'the choice stays').toEqual([`1998 Bob ${league.idOf('Bob')}`])
  })

  test('the same champion and year twice is refused in the dialog', async () => {
    await openSeasons()
    await press('+ Add Champion')
    const dialog = dialogOf('Add Champion')
    await fill('Name', 'bob', dialog)
    await fill('Year', '1998', dialog)
    await press('Add Champion', dialog)
    await said('is champion of 1998 already', dialog)
  })

  test('are removed, which says how to undo it', async () => {
    await openSeasons()
    await choose('More for Bob, 1998', 'Remove')
    const dialog = dialogOf('Remove Bob, Champion of 1998?')
    await said('You can undo this in the history.', dialog)
    await press('Remove', dialog)
    await gone(dialog)
    expect(await honoured()).toEqual([])
  })

  test('are erased for good by the main admin alone', async () => {
    await done(league.admin.post('/admin/historical-champions', { name: 'Uncle Theo', endYear: 1999 }))
    await openSeasons()
    await choose('More for Uncle Theo, 1999', 'Erase for Good')
    const dialog = dialogOf('Erase Uncle Theo, Champion of 1999?')
    await fill('Type ERASE to confirm', 'ERASE', dialog)
    await tick('I understand that this cannot be undone', dialog)
    await press('Erase for Good', dialog)
    await gone(dialog)
    await said('No champions were added by hand.')
    expect(textOf(wholePage())).not.toContain('Uncle Theo, 1999')
    expect(await honoured()).toEqual([])
  })
})
