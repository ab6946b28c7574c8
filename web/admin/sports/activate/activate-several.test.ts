import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { done } from '../../../../tests/support/http.ts'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import { box, button, card, dialogOf, found, gone, press, said } from '../../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../../testing/screen.tsx'

describe('several drafts', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason()
      .withDraft()
      .withDraft({ sportName: 'Tennis', tieBreak: { question: 'How many aces?', unit: null } })
      .withDraft({ sportName: 'Golf', teams: [] })
      .withDraft({ sportName: 'Chess' })
      .withDraft({ sportName: 'Curling', lockTime: '2026-01-01T12:00:00Z' })
      .start(),
  )
  const dialog = dialogOf('Activate Several Sports')
  const statusOf = async (index: number) =>
    (await done(league.admin.get(`/admin/rounds/${league.roundIds[index]}`))).status

  test('say so when nobody gets mail', async () => {
    const opening = { opensAt: '2027-07-01T09:00' }
    await done(league.admin.put(`/admin/rounds/${league.roundIds[3]}/opening`, opening))
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
    await open('/admin/rounds', league.admin)
    await press('Activate Several (3)')
    await said('Email notifications are off, so nobody gets mail.', dialog)
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: true }))
  })

  test('say on their cards which lock time has passed', async () => {
    await open('/admin/rounds', league.admin)
    await said('Its lock time has passed', card('Curling'))
    expect(within(await found(card('Tennis'))).queryByText('Its lock time has passed')).toBeNull()
  })

  test('are activated at once, but for those that are unticked, open by themselves or have locked', async () => {
    await open('/admin/rounds', league.admin)
    await press('Activate Several (3)')
    await said('2 players get the links to all of them by mail. 1 has no email address', dialog)
    await said('Curling stays a draft: its lock time has passed.', dialog)
    await said('3 of 4', dialog)
    await said(/Opens by itself Jul 1, 2027 · locks Sun, Aug 1/, dialog)
    await said(/Locks .* · Fixed from here on: “How many aces\?”/, dialog)
    expect(within(await found(dialog)).queryByLabelText(/^Curling/)).toBeNull()
    await press('Activate 3 & Send Links', dialog)
    await said('No sport was activated, because of Golf: Add at least one team first', dialog)
    expect(await statusOf(0)).toBe('draft')
    await userEvent.click(await box('Golf', dialog))
    await press('Activate 2 & Send Links', dialog)
    await gone(dialog)
    await said('2 sports activated. No mail server is set: mails to 2 players are kept under Mail')
    expect([await statusOf(0), await statusOf(1), await statusOf(2)]).toEqual(['active', 'active', 'draft'])
  })

  test('and the mail to all of them is listed once', async () => {
    await eventually('the mails', async () => {
      league.clock.advance(1_000)
      return (await done(league.admin.get('/admin/outbox?state=kept'))).mails.length === 2
    })
    await open('/admin/mail', league.admin)
    const table = await screen.findByRole('table', { name: /^Mail: \w+ and 1 more$/ })
    expect(within(table).getAllByText(/^Football and Tennis: first pick by/)).toHaveLength(2)
  })
})

describe('more drafts than are activated at once', () => {
  const league = leagueBehindScreens(() => {
    let plan = aLeague().withPlayers('Ann').withSeason()
    for (let day = 101; day > 0; day--) {
      const lockTime = new Date(Date.UTC(2090, 0, day)).toISOString()
      plan = plan.withDraft({ sportName: `Day ${day}`, lockTime })
    }
    return plan.start()
  })

  test('are ticked up to the last that can be, the next locks first', async () => {
    const dialog = dialogOf('Activate Several Sports')
    await open('/admin/rounds', league.admin)
    await press('Activate Several (101)')
    await said('100 of 101 chosen', dialog)
    await said('At most 100 sports open at once.', dialog)
    const last = await box('Day 101', dialog)
    expect(last.checked).toBe(false)
    await userEvent.click(last)
    expect(await button('Activate 101 & Send Links', dialog)).toHaveProperty('disabled', true)
    await userEvent.click(last)
    await press('Activate 100 & Send Links', dialog)
    await gone(dialog)
    await said('100 sports activated. No mail server is set: the mail to 1 player is kept under Mail')
  })
})
