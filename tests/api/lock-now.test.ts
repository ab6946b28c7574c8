import { afterAll, beforeAll, expect, test } from 'vitest'
import { later } from '../../platform/time/clock.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const START = '2027-01-10T12:00:00.000Z'
const SETTLE_MS = 800

let league: RunningLeague
let clock: SettableClock
beforeAll(async () => {
  clock = settableClock(START)
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason().start({ clock, lockSettleMs: SETTLE_MS })
})
afterAll(() => league?.close())

test('Lock Now locks at once, a result can follow, and the history tells it as one deed of its admin', async () => {
  const roundId = await league.openRound({ lockTime: '2027-01-11T18:00:00Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: START })
  await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
  expect(clock.now()).toBe(START)
  const { entries } = await done(league.admin.get(`/admin/history?round=${roundId}`))
  const told = entries.filter(({ type }: { type: string }) => type === 'RoundLocked')
  expect(told).toMatchObject([{ actor: { kind: 'admin', name: 'Connie' } }])
  expect(told[0].sentence).toMatch(/^Connie locked .* by hand, .*\d s before its lock time$/)
})

test.each([
  ['a result', (id: number) => league.admin.post(`/admin/rounds/${id}/complete`, { firstPlaceTeam: 'Reds' })],
  [
    'its preview',
    (id: number) => league.admin.post(`/admin/previews/rounds/${id}/complete`, { firstPlaceTeam: 'Reds' }),
  ],
  [
    'an entry',
    (id: number) =>
      league.admin.post('/admin/picks', { userId: league.playerIds[0], roundId: id, picks: ['Reds'] }),
  ],
])(
  '%s right after the lock time waits until picks that were in time are in the log, and comes behind the lock',
  async (_, command) => {
    const lockTime = later(clock.now(), 60_000)
    const roundId = await league.openRound({ lockTime })
    clock.set(lockTime)
    await done(command(roundId))
    expect(Date.parse(clock.now()) - Date.parse(lockTime)).toBe(SETTLE_MS)
    const { entries } = await done(league.admin.get(`/admin/history?round=${roundId}`))
    const types = entries.map(({ type }: { type: string }) => type).toReversed()
    expect(types.slice(0, 3)).toEqual(['RoundCreated', 'RoundActivated', 'RoundLocked'])
  },
)

const roundNow = async (roundId: number) => done(league.admin.get(`/admin/rounds/${roundId}`))
