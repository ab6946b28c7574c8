import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  anyDialog,
  button,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  press,
  problemOf,
  said,
  select,
  spaced,
  tick,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('picks that are sealed from admins', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason({ picksSealed: true })
      .withRound()
      .withPicks({ Ann: ['Blues'] })
      .start(),
  )
  const openPicks = () => open('/admin/manage-picks', league.admin)
  const picks = async () => {
    const rows = (await screen.findByRole('table', { name: 'Picks' })).querySelectorAll('tr')
    return [...rows].slice(1).map((row) => spaced([...row.querySelectorAll('th, td')][1] as Element))
  }

  test('show who has picked, and not what', async () => {
    await openPicks()
    await said(/Picks are hidden from admins/)
    expect(await picks()).toEqual(['Picked', 'No pick'])
    await said('Picked (1)')
  })

  test('are entered from an empty dialog, which shows what was entered once', async () => {
    await openPicks()
    await press('Edit Pick: Ann')
    const dialog = dialogOf('Edit the Pick of Ann')
    await said('Ann has already picked. The pick is hidden from you, and what you enter replaces it.', dialog)
    expect((await field('Pick', dialog)).value).toBe('')
    await select('Pick', 'Reds', dialog)
    await press('Save Pick', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'Ann called me', dialog)
    await press('Save Pick', dialog)
    await said('You entered Reds.', dialog)
    await press('Done', dialog)
    await gone(dialog)
    expect(await picks()).toEqual(['Picked Entered by an admin', 'No pick'])
  })

  test('are looked at in the open', async () => {
    await openPicks()
    await press('Look at Picks…')
    const dialog = dialogOf('Look at picks: Football')
    await said('Everyone will see that you looked', dialog)
    expect(await button('Look at Picks', dialog)).toHaveProperty('disabled', true)
    await tick('Ann', dialog)
    await press('Look at Picks', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'Ann is not sure what she has picked', dialog)
    await press('Look at Picks', dialog)
    await said('Everybody can see that you looked at 1 pick', dialog)
    await said('Reds', dialog)
    await press('Done', dialog)
    await gone(dialog)
    expect(await picks()).toEqual([
      'Picked Entered by an admin An admin looked at it, or copied the link',
      'No pick',
    ])
  })

  test('and a link that opens one is copied in the open', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Players & Mail')
    await choose('Actions for Bob', 'Copy Pick Link')
    await said('Everybody will see that you copied it', anyDialog)
    expect(screen.queryByLabelText('Pick link of Bob')).toBeNull()
    await press('Copy All the Same', anyDialog)
    expect((await field('Pick link of Bob', anyDialog)).value).toContain('/pick/')
  })
})
