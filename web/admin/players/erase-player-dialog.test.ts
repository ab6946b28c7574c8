import { within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  choose,
  dialogOf,
  fill,
  found,
  gone,
  lines,
  press,
  problemOf,
  row,
  said,
  textOf,
  tick,
  wholePage,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('somebody who asks to be forgotten', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'] })
      .start(),
  )
  watchedCalls()

  test('is erased by the main admin, who must type it and is told what stays', async () => {
    await open('/admin/users', league.admin)
    await choose('More for Ann', 'Erase…')
    const dialog = dialogOf('Erase Ann?')
    await said('Picks, points and ranks stay', dialog)
    await fill('Type ERASE to confirm', 'erase', dialog)
    await press('Erase for Good', dialog)
    expect(await problemOf('Type ERASE to confirm', dialog)).toBe('You must type "ERASE" exactly!')
    await fill('Type ERASE to confirm', 'ERASE', dialog)
    await tick('I understand that this cannot be undone', dialog)
    await press('Erase for Good', dialog)
    await gone(dialog)
    await said('Player erased. Their points and ranks stay')
    await expect.poll(() => textOf(wholePage())).not.toContain('ann@example.com')
    const erased = await found(row('Erased player'))
    const { queryAllByRole } = within(erased)
    expect([...queryAllByRole('button'), ...queryAllByRole('link')].map(textOf)).toEqual(['History'])
    expect((await league.admin.get('/admin/history')).text).not.toMatch(/\bAnn\b|ann@example/)
  })

  test('cannot be erased by another admin', async () => {
    const { email } = await league.addAdmin('Dora')
    await open('/admin/users', await league.signInByMail(email))
    await press('More for Bob')
    expect(await lines('menuitem')).toEqual(['Edit', 'Replace Links…', 'History', 'Deactivate', 'Delete'])
  })
})
