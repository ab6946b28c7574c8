import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LEAD_MS = 2_000
const START = '2027-01-10T12:00:00.000Z'

let league: RunningLeague
let clock: SettableClock
beforeAll(async () => {
  clock = settableClock(START)
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason().start({ clock, lockLeadMs: LEAD_MS })
})
afterAll(() => league?.close())

test('Lock Now ends picks a moment ahead, and answers when that has come', async () => {
  const roundId = await league.openRound({ lockTime: '2027-01-11T18:00:00Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  expect(clock.now()).toBe('2027-01-10T12:00:02.000Z')
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: '2027-01-10T12:00:02.000Z' })
})

test('a lock time that is nearer than that moment stays', async () => {
  clock.set('2027-01-10T12:10:00.000Z')
  const roundId = await league.openRound({ lockTime: '2027-01-10T12:10:01Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: '2027-01-10T12:10:01.000Z' })
})

const roundNow = async (roundId: number) => done(league.admin.get(`/admin/rounds/${roundId}`))
