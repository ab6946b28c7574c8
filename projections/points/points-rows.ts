import type { PublishedResult } from '../../domain/rounds/published-results.ts'
import {
  graphOf,
  ranksBeforeLastResult,
  type SeasonFacts,
  standings,
} from '../../domain/seasons/standings.ts'
import type { Entries } from '../read-models/picks.ts'
import type { PointsRows, ScoreRow } from '../read-models/points-tables.ts'

export const NO_POINTS: PointsRows = { standings: [], scores: [], movedByCorrection: false }

export function pointsRows(
  facts: SeasonFacts,
  results: readonly PublishedResult[],
  enteredIn: Entries,
): PointsRows {
  const table = standings(facts)
  const before = ranksBeforeLastResult(facts, results)
  const scoresOf = new Map(table.map(({ playerId, scores }) => [playerId, scores]))
  const series = graphOf(facts, table)
  const completed = facts.rounds.filter(({ scored }) => scored !== null)
  return {
    standings: table.map(({ playerId, rank, totalPoints, decidedBy }) => ({
      player_id: playerId,
      rank,
      previous_rank: before.ranks.get(playerId) ?? null,
      total_points: totalPoints,
      decided_by: decidedBy ?? null,
    })),
    scores: completed.map(({ roundId }, index) =>
      series.map(({ playerId, points }): ScoreRow => {
        const score = scoresOf.get(playerId)?.get(roundId)
        return {
          round_id: roundId,
          player_id: playerId,
          number: index + 1,
          picks: facts.picksOf(roundId, playerId),
          place: score?.place ?? null,
          points: score?.points ?? null,
          dropped: score?.dropped ?? false,
          running_total: points[index]?.points ?? 0,
          entered: enteredIn(roundId, playerId),
        }
      }),
    ),
    movedByCorrection: before.byCorrection,
  }
}
