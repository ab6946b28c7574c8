import { afterEach, describe, expect, test } from 'vitest'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { startScheduler } from '../../scheduler/scheduler.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { eventsOfRound } from '../support/league/commands.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const START = '2027-01-10T12:00:00.000Z'
const ROUND = 1
const LOCKS_AT = FOOTBALL.lockTime

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function openLeague(now = START) {
  const clock = settableClock(now)
  const parts = await schedulerParts({ clock })
  cleanups.push(parts.close)
  await aLeague().withPlayers('Ann', { name: 'Bob', email: null }).withSeason().withRound().in(parts)
  return { ...parts, clock }
}

const noticesOfRound = async ({ store }: SchedulerParts) => {
  const events = await eventsOfRound(store, ROUND)
  return events.map(({ type, data }) => ({ type, data }))
}
const locksOf = async (parts: SchedulerParts) =>
  (await noticesOfRound(parts)).filter(({ type }) => type === 'RoundLocked')
const LOCKED_ON_TIME = { type: 'RoundLocked', data: { roundId: ROUND } }

describe('a round', () => {
  test('locks when its time has come, months after the start, without a restart', async () => {
    const parts = await openLeague()
    const scheduler = startScheduler(parts)
    cleanups.push(scheduler.stop)
    parts.clock.set('2027-08-01T17:59:59.999Z')
    await lockRounds(parts)
    expect(await locksOf(parts)).toEqual([])
    parts.clock.set(LOCKS_AT)
    await eventually('the published lock', async () => (await locksOf(parts)).length > 0)
    expect(await locksOf(parts)).toEqual([LOCKED_ON_TIME])
  })

  test('is published once the picks that were received before its lock time are in the log', async () => {
    const parts = { ...(await openLeague()), lockSettleMs: 800 }
    parts.clock.set(LOCKS_AT)
    await lockRounds(parts)
    expect(parts.clock.now()).toBe('2027-08-01T18:00:00.800Z')
    expect(await locksOf(parts)).toEqual([LOCKED_ON_TIME])
  })

  test('locks once, however often the job runs and however many run at once', async () => {
    const parts = await openLeague()
    parts.clock.set(LOCKS_AT)
    await Promise.all([lockRounds(parts), lockRounds(parts), lockRounds(parts)])
    await lockRounds(parts)
    await caughtUp(parts)
    await lockRounds(parts)
    expect((await noticesOfRound(parts)).map(({ type }) => type)).toEqual([
      'RoundCreated',
      'RoundActivated',
      'RoundLocked',
    ])
  })
})
