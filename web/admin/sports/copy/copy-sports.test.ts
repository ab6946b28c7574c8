import { within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../../tests/support/http.ts'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import {
  box,
  button,
  dialogOf,
  field,
  fill,
  found,
  gone,
  press,
  problemOf,
  said,
  select,
} from '../../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../../testing/screen.tsx'

describe('a season from an earlier one', () => {
  const league = leagueBehindScreens(() =>
    aLeague()
      .withPlayers('Ann', 'Bob', { name: 'Cleo', email: null })
      .withSeason({ name: 'Family Cup 2026', yearStart: 2026, yearEnd: 2026, commissioner: 'Casey' })
      .withDraft({ lockTime: '2026-06-14T19:30' })
      .withDraft({ sportName: 'Golf', lockTime: '2026-07-14T19:30' })
      .start(),
  )
  const create = dialogOf('Create Season')
  const copy = dialogOf('Copy Sports')
  const seasonCalled = async (wanted: string) =>
    (await done(league.admin.get('/admin/seasons'))).find(({ name }: { name: string }) => name === wanted)
  const sportsOf = async ({ id }: { id: number }) =>
    (await done(league.admin.get(`/admin/rounds/season/${id}`))).map(
      ({ sport_name, lock_time, opens_at }: Record<string, string>) => [sport_name, lock_time, opens_at],
    )

  test('is proposed with its name and years, and asks what to take along', async () => {
    await open('/admin/seasons', league.admin)
    await press('+ Create Season')
    await select('Start from', 'Family Cup 2026', create)
    expect((await field('Season name', create)).value).toBe('Family Cup 2027')
    expect((await field('End year', create)).value).toBe('2027')
    expect((await field('Commissioner', create)).value).toBe('Casey')
    expect((await box('Hide picks from admins', create)).checked).toBe(false)
    await said('2 drafts with the same teams.', create)
    await said('Football: locks Sun, Jun 13, 2027, 7:30 PM EDT.', create)
    expect(within(await found(create)).queryByRole('group', { name: 'More participants' })).toBeNull()
    await userEvent.click(await box('Participants', create))
    await userEvent.click(await box('Each sport opens by itself', create))
    await said('A sport whose time to open has passed stays a draft.', create)
    await fill('Days before its lock', '99', create)
    await press('Create Season', create)
    expect(await problemOf('Days before its lock', create)).toBe(
      'Days before the lock must be between 1 and 60',
    )
    await fill('Days before its lock', '3', create)
    await said('7:30 PM EDT, opens Thu, Jun 10, 2027, 7:30 PM EDT.', create)
    await press('Create Season', create)
    await gone(create)
    await said('Family Cup 2027 is ready')
    const next = await seasonCalled('Family Cup 2027')
    expect(next).toMatchObject({ commissioner: 'Casey', leaderboard: [] })
    expect(await sportsOf(next)).toEqual([
      ['Golf', '2027-07-13T23:30:00.000Z', '2027-07-10T23:30:00.000Z'],
      ['Football', '2027-06-13T23:30:00.000Z', '2027-06-10T23:30:00.000Z'],
    ])
  })

  test('its sports are copied into another season, each with a time that can be changed', async () => {
    const body = { name: 'Summer Games', yearStart: 2028, yearEnd: 2028 }
    const { id } = await done(league.admin.post('/admin/seasons', body))
    const golf = { seasonId: id, sportName: 'GOLF', pickType: 'multiple', numWriteInPicks: 1 }
    const locks = { lockTime: '2028-05-01T12:00', timezone: 'UTC' }
    await done(league.admin.post('/admin/rounds', { ...golf, ...locks }))
    await open(`/admin/rounds?season=${id}`, league.admin)
    await press('Copy Sports')
    await select('From', 'Family Cup 2026', copy)
    await said('Not copied, as Summer Games has a sport of this name: Golf.', copy)
    const time = await within(await found(copy)).findByLabelText<HTMLInputElement>(/^Football: Locks at/)
    expect(time.value).toBe('2028-06-11T19:30')
    const retime = (to: string) => fill(time.getAttribute('aria-label') ?? '', to, copy)
    await userEvent.clear(time)
    await said('Lock time must be a date and a time', copy)
    await retime('2025-06-12T20:00')
    await said('This lock time has passed.', copy)
    await retime('2028-03-12T02:30')
    await said('does not exist in America/New_York: the clocks skip it.', copy)
    expect(await button('Copy 1 Sport', copy)).toHaveProperty('disabled', true)
    await retime('2028-06-12T20:00')
    await userEvent.click(await box('Each sport opens by itself', copy))
    await said('Opens Mon, Jun 5, 2028, 8:00 PM EDT.', copy)
    await press('Copy 1 Sport', copy)
    await gone(copy)
    await said('1 sport copied')
    expect(await sportsOf({ id })).toContainEqual([
      'Football',
      '2028-06-13T00:00:00.000Z',
      '2028-06-06T00:00:00.000Z',
    ])
  })
})
