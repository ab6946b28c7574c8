import type { PublishedResult } from '../../domain/rounds/published-results.ts'
import type { Place } from '../../domain/seasons/points.ts'
import type { TieBreak } from '../../domain/seasons/rules.ts'
import {
  graphOf,
  ranksBeforeLastResult,
  type SeasonFacts,
  standings,
} from '../../domain/seasons/standings.ts'
import type { PickEntry } from '../read-models/picks.ts'

export type StandingRow = {
  player_id: number
  rank: number
  previous_rank: number | null
  total_points: number
  decided_by: TieBreak | null
}

export type ScoreRow = {
  round_id: number
  player_id: number
  /** Of the round among those with a result, from 1: the order of the graph. */
  number: number
  picks: readonly string[] | null
  place: Place | null
  /** Null where the round is worth nothing to the player. */
  points: number | null
  dropped: boolean
  running_total: number
  /** Of a pick that an admin entered. */
  entered: PickEntry | null
}

export type PointsRows = {
  standings: StandingRow[]
  /** By round, in the order of the graph: one row for each participant. */
  scores: ScoreRow[][]
  movedByCorrection: boolean
}

export const NO_POINTS: PointsRows = { standings: [], scores: [], movedByCorrection: false }

/** @param enteredIn the entry that counts for a player in a round, null where the player picked. */
export function pointsRows(
  facts: SeasonFacts,
  results: readonly PublishedResult[],
  enteredIn: (roundId: number, playerId: number) => PickEntry | null,
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
