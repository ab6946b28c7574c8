import { afterEach, beforeEach, expect, test } from 'vitest'
import { pick } from '../../domain/picks/pick.ts'
import { round } from '../../domain/rounds/round.ts'
import { type EventStore, EventStoreUnavailable } from '../../platform/event-store/event-store.ts'
import { boardsForTest } from '../support/boards.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const [SEASON, ROUND] = [1, 1]
const LOCKS_AT = '2027-09-01T18:00:00.000Z'
const MOVED_TO = '2027-09-02T18:00:00.000Z'
const BETWEEN = '2027-09-01T20:00:00.000Z'

let parts: SchedulerParts
beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  await aLeague().withPlayers('Ann').withSeason().withRound({ lockTime: LOCKS_AT }).in(parts)
  const picked = { roundId: ROUND, playerId: 1, picks: ['Reds'], submittedAt: parts.clock.now() }
  await parts.run(pick, [ROUND, 1], () => [{ type: 'PickSubmitted' as const, data: picked }])
  await caughtUp(parts)
})
afterEach(() => parts.close())

const boardAt = async (now: string, store: EventStore = parts.store) => {
  const { read } = parts
  const boards = boardsForTest({ read, store })
  return JSON.parse(`${(await boards.find(SEASON, 'public', now))?.body}`)
}
const shown = async (now: string, store?: EventStore) => {
  const { rounds, leaderboard } = await boardAt(now, store)
  return { status: rounds[0].status, pick: leaderboard[0].picks[ROUND]?.pickItems[0]?.pickValue ?? null }
}
const moveLock = () => {
  const moved = { locksAt: MOVED_TO, timeZone: 'America/New_York' }
  return parts.run(round, [ROUND], () => [
    { type: 'RoundRescheduled' as const, data: { roundId: ROUND, ...moved } },
  ])
}

const SEALED = { status: 'active', pick: null }
const OPENED = { status: 'locked', pick: 'Reds' }

test('a lock that nobody publishes opens the picks by the clock', async () => {
  expect(await shown('2027-09-01T17:59:59.999Z')).toEqual(SEALED)
  expect(await shown(LOCKS_AT)).toEqual(OPENED)
})

test('tables that have not heard of a later lock time open nothing at the one they know', async () => {
  await parts.projector.stop()
  await moveLock()
  expect((await boardAt(BETWEEN)).rounds[0].lock_time).toBe(LOCKS_AT)
  expect(await shown(BETWEEN)).toEqual(SEALED)
  expect(await shown(MOVED_TO)).toEqual(OPENED)
})

test('tables that have not heard that a sport was deleted for ever while it was open go on hiding its picks', async () => {
  await parts.projector.stop()
  await parts.run(round, [ROUND], (_, now) => [
    { type: 'RoundDeleted' as const, data: { roundId: ROUND, deletedAt: now } },
    { type: 'RoundPurged' as const, data: { roundId: ROUND } },
  ])
  expect(await shown(BETWEEN)).toEqual(SEALED)
})

test('a log that does not answer opens nothing', async () => {
  const away: EventStore = {
    ...parts.store,
    read: () => Promise.reject(new EventStoreUnavailable(new Error('away'))),
  }
  expect(await shown(BETWEEN, away)).toEqual(SEALED)
})
