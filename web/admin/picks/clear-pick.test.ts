import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  dialogOf,
  fill,
  found,
  gone,
  press,
  problemOf,
  row,
  said,
  select,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('clearing a pick', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'] })
      .start(),
  )

  test('is offered where there is one, asks first, takes a reason, and is marked', async () => {
    await open('/admin/manage-picks', league.admin)
    await select('Sport', 'Football')
    await press('Edit Pick: Ann')
    const edit = dialogOf('Edit the Pick of Ann')
    await press('Clear Pick', edit)
    const dialog = dialogOf('Clear the Pick of Ann?')
    await press('Clear Pick', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'That was her brother', dialog)
    await press('Clear Pick', dialog)
    await gone(edit)
    await said('The pick of Ann is cleared')
    await said('No pickCleared by an admin', row('Ann'))
    await press('Enter Pick: Bob')
    await found(dialogOf('Enter the Pick of Bob'))
    expect(screen.queryByRole('button', { name: 'Clear Pick' })).toBeNull()
  })
})
