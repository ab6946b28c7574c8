import { resultOrder } from '../../domain/rounds/published-results.ts'
import type { RoundStatus } from '../../domain/rounds/round.ts'
import type { Place } from '../../domain/seasons/points.ts'
import { placeOf } from '../../domain/seasons/scoring.ts'
import {
  graphOf,
  type RoundScore,
  ranksBeforeLastResult,
  type Standing,
  standings,
} from '../../domain/seasons/standings.ts'
import { placesInRest } from '../read-models/rounds.ts'
import type { Mark } from './marks.ts'
import type { BoardRound, SeasonSnapshot } from './season-facts.ts'

export type SeasonStanding = { rank: number; userId: number; name: string; totalPoints: number }

/** The boards of a season, each with what is asked for on its own. */
export type BoardKind = 'public' | 'admin' | 'graph'

/**
 * A season's board in the shape of the REST contract. The public one holds no pick value of a round that is not locked,
 * only whether a pick was made; that of the admins holds every pick.
 * @param table the standings that follow from the season's facts.
 */
export function boardOf(season: SeasonSnapshot, table: readonly Standing[], kind: BoardKind): object {
  const { facts } = season
  switch (kind) {
    case 'admin':
      return tableBoard(season, withFormerScores(season, table), (round, playerId) =>
        facts.picksOf(round.id, playerId),
      )
    case 'public':
      return tableBoard(season, table, (round, playerId) =>
        visible(facts.picksOf(round.id, playerId), isSealed(round.status)),
      )
    case 'graph':
      return graphBoard(season)
  }
}

/** With the places of results that an unlock took back: they earn nothing, and a correction starts from them. */
function withFormerScores(
  { facts, former }: SeasonSnapshot,
  table: readonly Standing[],
): readonly Standing[] {
  if (!former?.size) return table
  return table.map((row) => {
    const scores = new Map(row.scores)
    for (const [roundId, result] of former) {
      const place = placeOf(result, row.playerId, facts.picksOf(roundId, row.playerId))
      if (place) scores.set(roundId, { place, points: 0 })
    }
    return { ...row, scores }
  })
}

function graphBoard({ rounds, facts }: SeasonSnapshot): object {
  return graphOf(facts).map(({ playerId, name, points }) => ({
    userId: playerId,
    userName: name,
    points: [
      { roundId: 0, roundName: 'Start', points: 0 },
      ...points.map((point) => ({ ...point, roundName: nameOf(rounds, point.roundId) })),
    ].map(({ roundId, roundName, points }) => ({ roundId, roundName, points })),
  }))
}

export const standingsInRest = (table: readonly Standing[]): SeasonStanding[] =>
  table.map(({ rank, playerId, name, totalPoints }) => ({ rank, userId: playerId, name, totalPoints }))

/** The public board of a past moment. What is sealed now stays sealed, however it was then. */
export function pastBoardOf(season: SeasonSnapshot, isSealedNow: (roundId: number) => boolean): object {
  const { facts } = season
  return tableBoard(season, standings(facts), (round, playerId) =>
    visible(facts.picksOf(round.id, playerId), isSealed(round.status) || isSealedNow(round.id)),
  )
}

/** Of a sealed pick only that it was made. */
const visible = (picks: readonly string[] | null, sealed: boolean) => (picks && sealed ? [] : picks)

export const isSealed = (status: RoundStatus) => status === 'draft' || status === 'active'

const nameOf = (rounds: readonly BoardRound[], roundId: number) =>
  rounds.find(({ id }) => id === roundId)?.sport_name ?? ''

function tableBoard(
  { rounds, facts, results: everyResult, marks }: SeasonSnapshot,
  table: readonly Standing[],
  picksOf: (round: BoardRound, playerId: number) => readonly string[] | null,
) {
  const scored = new Set(facts.rounds.flatMap(({ roundId, scored }) => (scored ? roundId : [])))
  const results = everyResult.filter(({ roundId }) => scored.has(roundId))
  const numbers = new Map(resultOrder(results).map((roundId, index) => [roundId, index + 1]))
  const before = ranksBeforeLastResult(facts, everyResult)

  return {
    rounds: rounds.map((round) => ({
      id: round.id,
      sport_name: round.sport_name,
      status: round.status,
      ...placesInRest(round),
      lock_time: round.locks_at,
      result_number: numbers.get(round.id) ?? null,
    })),
    leaderboard: table.map(({ playerId, name, rank, totalPoints, scores }) => ({
      userId: playerId,
      userName: name,
      rank,
      previousRank: before.ranks.get(playerId) ?? null,
      totalPoints,
      picks: Object.fromEntries(rounds.map((round) => [round.id, pickInRest(picksOf(round, playerId))])),
      scores: Object.fromEntries(rounds.map(({ id }) => [id, scoreInRest(scores.get(id))])),
      ...marksInRest(rounds, (roundId) => marks?.(roundId, playerId) ?? []),
    })),
    ...(before.byCorrection ? { movedByCorrection: true } : {}),
  }
}

/** Null where no pick was made. */
export function pickInRest(picks: readonly string[] | null) {
  if (picks === null) return null
  return { pickItems: picks.map((pickValue, index) => ({ pickNumber: index + 1, pickValue })) }
}

/** Nothing at all where no cell of the row is marked. */
function marksInRest(rounds: readonly BoardRound[], marksOf: (roundId: number) => readonly Mark[]) {
  const marked = rounds.flatMap(({ id }) => {
    const kinds = marksOf(id).map(({ kind }) => kind)
    return kinds.length > 0 ? [[id, kinds] as const] : []
  })
  return marked.length > 0 ? { marks: Object.fromEntries(marked) } : {}
}

function scoreInRest(score: RoundScore | undefined) {
  if (score === undefined) return null
  const flag = (place: Place) => (score.place === place ? 1 : 0)
  return {
    first_place: flag('first'),
    second_place: flag('second'),
    third_place: flag('third'),
    fourth_place: flag('fourth'),
    fifth_place: flag('fifth'),
    sixth_plus_place: flag('sixthPlus'),
    total_points: score.points,
  }
}
