import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  button,
  card,
  choose,
  dialogOf,
  fill,
  found,
  gone,
  lines,
  press,
  problemOf,
  said,
  spaced,
} from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

const REASON = 'The final was called off'

describe('a sport that is called off', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason()
      .withDraft({ sportName: 'Golf' })
      .withRound()
      .withPicks({ Ann: ['Reds'] })
      .start(),
  )
  const footballNow = () => done(league.admin.get(`/admin/rounds/${league.roundId}`))
  const openLink = (name: string) => open(`/pick/${league.tokenFor(league.roundId, league.idOf(name))}`)

  test('is cancelled in its menu, with a reason', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Cancel Sport')
    const dialog = dialogOf('Cancel Football?')
    await said('All active participants get a mail.', dialog)
    await press('Keep It', dialog)
    await gone(dialog)
    await choose('More for Football', 'Cancel Sport')
    await press('Cancel Sport', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', ` ${REASON} `, dialog)
    await press('Cancel Sport', dialog)
    await gone(dialog)
    await said('Football is cancelled')
    expect(await footballNow()).toMatchObject({ status: 'active', cancelled_reason: REASON })
  })

  test('says so on its card, where it can be reinstated or deleted', async () => {
    await open('/admin/rounds', league.admin)
    await said(REASON, card('Football'))
    expect(spaced(await found(card('Football')))).toMatch(/Football Cancelled Lock time/)
    await button('Reinstate: Football', card('Football'))
    await press('More for Football')
    expect(await lines('menuitem')).toEqual(['Players & Mail', 'History', 'Delete'])
    await userEvent.keyboard('{Escape}')
    await press('More for Golf')
    expect(await lines('menuitem')).toEqual([
      ...['Schedule Opening', 'Edit', 'Weight', 'Tie-Break Question', 'History', 'Cancel Sport', 'Delete'],
    ])
  })

  test('takes no entered picks', async () => {
    await open(`/admin/manage-picks?sport=${league.roundId}`, league.admin)
    await said('This sport is cancelled. Reinstate it to change picks.')
    expect(screen.queryByRole('button', { name: /^(Enter|Edit) Pick/ })).toBeNull()
  })

  test('waits for nothing in the overview', async () => {
    league.clock.set('2027-08-02T18:00:00.000Z')
    await open('/admin/overview', league.admin)
    await said('No sport is open.')
    expect(document.body.textContent).not.toMatch(/Locked .* No result yet/)
  })

  test('is named in the standings and explained there', async () => {
    await open('/')
    expect((await lines('columnheader')).slice(1, -1)).toEqual(['Football Cancelled'])
    const row = await screen.findByRole('row', { name: /Bob/ })
    expect(within(row).getByRole('img').getAttribute('aria-label')).toBe('Cancelled')
    await press('0 pts of Ann: how they came about')
    await said(`This sport was cancelled and counts for nobody (“${REASON}”).`)
  })

  test('tells the player who opens the link', async () => {
    await openLink('Ann')
    await said('This sport was cancelled')
    await said(REASON)
    await said(/The sport is ?Cancelled/)
    await said('Reds')
    expect(screen.queryByRole('button', { name: /Save|Change/ })).toBeNull()
    await openLink('Bob')
    await said('You have no pick for this sport.')
  })

  test('is reinstated, and its season ends only with its result', async () => {
    await open('/admin/rounds', league.admin)
    await press('Reinstate: Football')
    const dialog = dialogOf('Reinstate Football?')
    await said('It counts again, with all of its picks.', dialog)
    await press('Reinstate', dialog)
    await gone(dialog)
    await said('Football is reinstated')
    expect(await footballNow()).toMatchObject({ status: 'locked' })
    await button('Complete & Score: Football', card('Football'))
  })
})
