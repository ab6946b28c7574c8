import { afterEach, beforeEach, expect, test } from 'vitest'
import { pick } from '../../domain/picks/pick.ts'
import { round } from '../../domain/rounds/round.ts'
import { lockRounds } from '../../scheduler/jobs/lock-rounds.ts'
import { boardsForTest } from '../support/boards.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'

const [SEASON, ROUND] = [1, 1]
const LOCKS_AT = '2027-09-01T18:00:00.000Z'

const clock = settableClock('2027-01-10T12:00:00.000Z')
let parts: SchedulerParts
beforeEach(async () => {
  clock.set('2027-01-10T12:00:00.000Z')
  parts = await schedulerParts({ clock })
  await aLeague().withPlayers('Ann').withSeason().withRound({ lockTime: LOCKS_AT }).in(parts)
  const picked = { roundId: ROUND, playerId: 1, picks: ['Reds'], submittedAt: parts.clock.now() }
  await parts.run(pick, [ROUND, 1], () => [{ type: 'PickSubmitted' as const, data: picked }])
  await caughtUp(parts)
})
afterEach(() => parts.close())

const shown = async () => {
  const board = await boardsForTest(parts).find(SEASON, 'public')
  const { rounds, leaderboard } = JSON.parse(`${board?.body}`)
  return { status: rounds[0].status, pick: leaderboard[0].picks[ROUND]?.pickItems[0]?.pickValue ?? null }
}

const SEALED = { status: 'active', pick: null }
const OPENED = { status: 'locked', pick: 'Reds' }

test('the lock in the log opens the picks, and no clock does', async () => {
  clock.set('2027-09-01T20:00:00.000Z')
  expect(await shown()).toEqual(SEALED)
  await lockRounds(parts)
  await caughtUp(parts)
  expect(await shown()).toEqual(OPENED)
})

test('tables that have not heard that a sport was deleted for ever while it was open go on hiding its picks', async () => {
  await parts.projector.stop()
  await parts.run(round, [ROUND], (_, now) => [
    { type: 'RoundDeleted' as const, data: { roundId: ROUND, deletedAt: now } },
    { type: 'RoundPurged' as const, data: { roundId: ROUND } },
  ])
  clock.set('2027-09-01T20:00:00.000Z')
  expect(await shown()).toEqual(SEALED)
})
