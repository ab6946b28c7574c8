import { expect, onTestFinished, test } from 'vitest'
import { pick } from '../../domain/picks/pick.ts'
import { later } from '../../platform/time/clock.ts'
import { countingPicks } from '../../projections/read-models/picks.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

test('in the tables as in the log, a pick counts when it came before the lock, to the millisecond', async () => {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  onTestFinished(parts.close)
  await aLeague().withPlayers('Ann').withSeason().withRound().in(parts)
  const submittedAt = parts.clock.now()
  const picked = { roundId: 1, playerId: 1, picks: ['Reds'], submittedAt }
  await parts.run(pick, [1, 1], () => [{ type: 'PickSubmitted' as const, data: picked }])
  await caughtUp(parts)
  const countingAt = (locksAt: string) => countingPicks(parts.read, [{ roundId: 1, locksAt }])
  expect(await countingAt(submittedAt)).toEqual([])
  expect(await countingAt(later(submittedAt, 1))).toMatchObject([{ player_id: 1, picks: ['Reds'] }])
})
