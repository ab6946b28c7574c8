import { afterEach, beforeEach, expect, test } from 'vitest'
import { pick } from '#domain/pick'
import { round } from '#domain/round'
import { type EventStore, EventStoreUnavailable } from '#platform/event-store'
import { openBoards } from '#projections/boards'
import { openUnsealing } from '#projections/unsealing'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { DERBY, DERBY_LOCKS_AT, DERBY_SEASON, openDerby } from '../support/derby.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const MOVED_TO = '2027-09-02T18:00:00.000Z'
const BETWEEN = '2027-09-01T20:00:00.000Z'

let parts: SchedulerParts
beforeEach(async () => {
  parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  await openDerby(parts, [{ name: 'Ann', email: null }])
  const picked = { roundId: DERBY, playerId: 1, picks: ['Lions'], submittedAt: parts.clock.now() }
  await parts.tell(pick, [DERBY, 1], () => [{ type: 'PickSubmitted' as const, data: picked }])
  await caughtUp(parts)
})
afterEach(() => parts.close())

const boardAt = async (now: string, store: EventStore = parts.store) => {
  const { read } = parts
  const boards = openBoards({ read, unsealing: openUnsealing(read, store) })
  return JSON.parse(`${(await boards.find(DERBY_SEASON, 'public', now))?.body}`)
}
const shown = async (now: string, store?: EventStore) => {
  const { rounds, leaderboard } = await boardAt(now, store)
  return { status: rounds[0].status, pick: leaderboard[0].picks[DERBY]?.pickItems[0]?.pickValue ?? null }
}
const moveLock = () => {
  const moved = { locksAt: MOVED_TO, timeZone: 'America/New_York' }
  return parts.tell(round, [DERBY], () => [{ type: 'RoundRescheduled' as const, data: moved }])
}

const SEALED = { status: 'active', pick: null }
const OPENED = { status: 'locked', pick: 'Lions' }

test('a lock that nobody publishes opens the picks by the clock', async () => {
  expect(await shown('2027-09-01T17:59:59.999Z')).toEqual(SEALED)
  expect(await shown(DERBY_LOCKS_AT)).toEqual(OPENED)
})

test('tables that have not heard of a later lock time open nothing at the one they know', async () => {
  await parts.projector.stop()
  await moveLock()
  expect((await boardAt(BETWEEN)).rounds[0].lock_time).toBe(DERBY_LOCKS_AT)
  expect(await shown(BETWEEN)).toEqual(SEALED)
  expect(await shown(MOVED_TO)).toEqual(OPENED)
})

test('a log that does not answer opens nothing', async () => {
  const away: EventStore = {
    ...parts.store,
    read: () => Promise.reject(new EventStoreUnavailable(new Error('away'))),
  }
  expect(await shown(BETWEEN, away)).toEqual(SEALED)
})

test('what was opened stays open without another look at the log', async () => {
  const unsealing = openUnsealing(parts.read, parts.store)
  expect(await unsealing.asOf(BETWEEN)).toBe(BETWEEN)
  const due = [{ id: DERBY, locks_at: DERBY_LOCKS_AT }]
  await moveLock()
  expect(await unsealing.asOfDue(due, BETWEEN)).toBe(BETWEEN)
})
