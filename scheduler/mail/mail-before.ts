import type { RoundResult } from '../../domain/rounds/round.ts'
import { sameResult } from '../../domain/rounds/round.ts'
import { DEFAULT_POINTS, PLACES, type Points } from '../../domain/seasons/points.ts'
import { type SeasonFacts, standings } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { type SeasonStanding, standingsInRest } from '../../projections/queries/leaderboard-view.ts'
import type { SeasonSnapshot } from '../../projections/queries/season-facts.ts'

/** What people knew before the event that a mail tells of. */
export type Before = { points: Points; result: RoundResult | null; standings: readonly SeasonStanding[] }

/** Before the points of the settings were changed. */
export async function beforePoints(read: Read, { facts }: SeasonSnapshot, cause: Position): Promise<Before> {
  const row = await read
    .selectFrom('season_timeline')
    .select('event')
    .where('type', '=', 'PointsChanged')
    .where('position', '<', cause)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  const points = row?.event.type === 'PointsChanged' ? row.event.data.points : DEFAULT_POINTS
  return { points, result: null, standings: tableOf({ ...facts, points }) }
}

/** Before a season that had ended followed the settings again; null where the points are the same. */
export async function beforeReopening(
  read: Read,
  { facts }: SeasonSnapshot,
  seasonId: number,
  cause: Position,
): Promise<Before | null> {
  const row = await read
    .selectFrom('season_timeline')
    .select('event')
    .where('season_id', '=', seasonId)
    .where('type', '=', 'SeasonEnded')
    .where('position', '<', cause)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.event.type !== 'SeasonEnded') return null
  const { points } = row.event.data
  if (PLACES.every((place) => points[place] === facts.points[place])) return null
  return { points, result: null, standings: tableOf({ ...facts, points }) }
}

/** Before the published result of a round was corrected; null where the one before was the same, or there was none. */
export function beforeCorrection({ facts, results }: SeasonSnapshot, roundId: number): Before | null {
  const published = results.filter((one) => one.roundId === roundId).map(({ result }) => result)
  const [result, now] = published.slice(-2)
  if (!result || !now || sameResult(result, now)) return null
  const rounds = facts.rounds.map((round) =>
    round.roundId === roundId && round.scored ? { ...round, scored: { ...round.scored, result } } : round,
  )
  return { points: facts.points, result, standings: tableOf({ ...facts, rounds }) }
}

const tableOf = (facts: SeasonFacts) => standingsInRest(standings(facts))
