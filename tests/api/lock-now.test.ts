import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LEAD_MS = 2_000
const START = '2027-01-10T12:00:00.000Z'

let league: RunningLeague
let clock: SettableClock
let whileItWaits: () => Promise<unknown> = async () => {}
beforeAll(async () => {
  const settable = settableClock(START)
  clock = {
    ...settable,
    until: async (instant) => {
      await whileItWaits()
      await settable.until(instant)
    },
  }
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason().start({ clock, lockLeadMs: LEAD_MS })
})
afterAll(() => league?.close())
afterEach(() => {
  whileItWaits = async () => {}
})

test('Lock Now ends picks a moment ahead, and answers when that has come', async () => {
  const roundId = await league.openRound({ lockTime: '2027-01-11T18:00:00Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  expect(clock.now()).toBe('2027-01-10T12:00:02.000Z')
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: '2027-01-10T12:00:02.000Z' })
})

test('the history tells it as one deed of the admin who did it', async () => {
  const roundId = await league.openRound({ lockTime: '2027-01-11T18:00:00Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  const { entries } = await done(league.admin.get(`/admin/history?round=${roundId}&per=command`))
  expect(entries[0]).toMatchObject({ actor: { kind: 'admin', name: 'Connie' }, count: 2 })
  expect(entries[0].sentence).toMatch(/^Connie locked .* by hand/)
})

test('a lock time that is nearer than that moment stays', async () => {
  clock.set('2027-01-10T12:10:00.000Z')
  const roundId = await league.openRound({ lockTime: '2027-01-10T12:10:01Z' })
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: '2027-01-10T12:10:01.000Z' })
})

test('a sport that is deleted while Lock Now waits was locked all the same', async () => {
  clock.set('2027-01-10T12:20:00.000Z')
  const roundId = await league.openRound({ lockTime: '2027-01-11T18:00:00Z' })
  whileItWaits = () => done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
  await done(league.admin.post(`/admin/rounds/${roundId}/lock`))
  await done(league.admin.post(`/admin/rounds/${roundId}/restore`))
  expect(await roundNow(roundId)).toMatchObject({ status: 'locked', lock_time: '2027-01-10T12:20:02.000Z' })
})

const roundNow = async (roundId: number) => done(league.admin.get(`/admin/rounds/${roundId}`))
