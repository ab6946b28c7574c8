import { resultOrder } from '../../domain/rounds/published-results.ts'
import type { RoundStatus } from '../../domain/rounds/round.ts'
import type { Place } from '../../domain/seasons/points.ts'
import { placeOf, type RoundScore } from '../../domain/seasons/scoring.ts'
import { hidesFromAdmins } from '../../domain/seasons/sealing.ts'
import {
  graphOf,
  type RanksBefore,
  ranksBeforeLastResult,
  type Standing,
} from '../../domain/seasons/standings.ts'
import { placesInRest, slotNamesInRest } from '../read-models/rounds.ts'
import type { Mark } from './marks.ts'
import type { BoardRound, SeasonSnapshot } from './season-facts.ts'

export type SeasonStanding = { rank: number; userId: number; name: string; totalPoints: number }

/** The boards of a season, each with what is asked for on its own. */
export type BoardKind = 'public' | 'admin' | 'graph'

/**
 * A season's board as JSON in the shape of the REST contract. The public one holds no pick value of a round that is not locked,
 * only whether a pick was made; that of the admins holds every pick, unless they are sealed from admins too.
 * @param table the standings that follow from the season's facts.
 */
export function boardJson(season: SeasonSnapshot, table: readonly Standing[], kind: BoardKind): string {
  const { facts } = season
  switch (kind) {
    case 'admin':
      return tableJson(season, table, kind, (round, playerId) =>
        visible(facts.picksOf(round.id, playerId), hidesFromAdmins(season, isSealed(round.status))),
      )
    case 'public':
      return tableJson(season, table, kind, (round, playerId) =>
        visible(facts.picksOf(round.id, playerId), isSealed(round.status)),
      )
    case 'graph':
      return graphJson(season, table)
  }
}

/** With the places of results that an unlock took back: they earn nothing, and a correction starts from them. */
const withFormerScores =
  ({ facts, former }: SeasonSnapshot) =>
  (row: Standing): Standing => {
    if (!former?.size) return row
    const scores = new Map(row.scores)
    for (const [roundId, result] of former) {
      const place = placeOf(result, row.playerId, facts.picksOf(roundId, row.playerId))
      if (place) scores.set(roundId, { place, points: 0 })
    }
    return { ...row, scores }
  }

/** The totals after each result, of today or of a past moment. */
export function graphJson({ rounds, facts }: SeasonSnapshot, table: readonly Standing[]): string {
  const series = graphOf(facts, table).map(({ playerId, name, points }) => ({
    userId: playerId,
    userName: name,
    points: [
      { roundId: 0, roundName: 'Start', points: 0 },
      ...points.map((point) => ({ ...point, roundName: nameOf(rounds, point.roundId) })),
    ].map(({ roundId, roundName, points }) => ({ roundId, roundName, points })),
  }))
  return JSON.stringify(series)
}

export const standingsInRest = (table: readonly Standing[]): SeasonStanding[] =>
  table.map(({ rank, playerId, name, totalPoints }) => ({ rank, userId: playerId, name, totalPoints }))

/** The public board of a past moment, as JSON. What is sealed now stays sealed, however it was then. */
export function pastBoardJson(
  season: SeasonSnapshot,
  table: readonly Standing[],
  isSealedNow: (roundId: number) => boolean,
): string {
  const { facts } = season
  return tableJson(season, table, 'public', (round, playerId) =>
    visible(facts.picksOf(round.id, playerId), isSealed(round.status) || isSealedNow(round.id)),
  )
}

/** Of a sealed pick only that it was made. */
const visible = (picks: readonly string[] | null, sealed: boolean) => (picks && sealed ? [] : picks)

export const isSealed = (status: RoundStatus) => status === 'draft' || status === 'active'

const nameOf = (rounds: readonly BoardRound[], roundId: number) =>
  rounds.find(({ id }) => id === roundId)?.sport_name ?? ''

type PicksIn = (round: BoardRound, playerId: number) => readonly string[] | null

/**
 * Of a table: what a pick in a round without a result does not change, and each row as it was sent last, with the picks in such
 * rounds that it was made from.
 */
type Kept = { before: RanksBefore; rows: Map<string, { picks: string; json: string }> }
const keptByTable = new WeakMap<readonly Standing[], Kept>()

function keptOf({ facts, results }: SeasonSnapshot, table: readonly Standing[]): Kept {
  const kept = keptByTable.get(table) ?? { before: ranksBeforeLastResult(facts, results), rows: new Map() }
  keptByTable.set(table, kept)
  return kept
}

function tableJson(
  season: SeasonSnapshot,
  table: readonly Standing[],
  kind: 'admin' | 'public',
  picksOf: PicksIn,
): string {
  const { rounds, facts, results: everyResult } = season
  const { before, rows } = keptOf(season, table)
  const scored = new Set(facts.rounds.flatMap(({ roundId, scored }) => (scored ? roundId : [])))
  const results = everyResult.filter(({ roundId }) => scored.has(roundId))
  const numbers = new Map(resultOrder(results).map((roundId, index) => [roundId, index + 1]))
  const withoutResult = rounds.filter(({ id }) => !scored.has(id))
  const row = kind === 'admin' ? withFormerScores(season) : (standing: Standing) => standing

  const board = {
    rounds: rounds.map((round) => ({
      id: round.id,
      sport_name: round.sport_name,
      status: round.status,
      ...placesInRest(round),
      lock_time: round.locks_at,
      result_number: numbers.get(round.id) ?? null,
      ...(round.weight === 1 ? {} : { weight: round.weight }),
      ...slotNamesInRest(round),
      ...(round.cancelled_at === null ? {} : { cancelled_at: round.cancelled_at }),
    })),
    leaderboard: [],
    ...(before.byCorrection ? { movedByCorrection: true } : {}),
  }
  const leaderboard = table.map((standing) => {
    const key = `${kind} ${standing.playerId}`
    const picks = JSON.stringify(withoutResult.map((round) => picksOf(round, standing.playerId)))
    const last = rows.get(key)
    if (last?.picks === picks) return last.json
    const json = JSON.stringify(rowOf(season, before, row(standing), picksOf))
    rows.set(key, { picks, json })
    return json
  })
  return JSON.stringify(board).replace('"leaderboard":[]', () => `"leaderboard":[${leaderboard.join()}]`)
}

function rowOf(
  { rounds, marks }: SeasonSnapshot,
  before: RanksBefore,
  { playerId, name, rank, totalPoints, scores, decidedBy }: Standing,
  picksOf: PicksIn,
) {
  return {
    userId: playerId,
    userName: name,
    rank,
    previousRank: before.ranks.get(playerId) ?? null,
    totalPoints,
    ...(decidedBy ? { decidedBy } : {}),
    picks: Object.fromEntries(rounds.map((round) => [round.id, pickInRest(picksOf(round, playerId))])),
    scores: Object.fromEntries(rounds.map(({ id }) => [id, scoreInRest(scores.get(id))])),
    ...marksInRest(rounds, (roundId) => marks?.(roundId, playerId) ?? []),
  }
}

/** Null where no pick was made. */
export function pickInRest(picks: readonly string[] | null) {
  if (picks === null) return null
  const pickItems = picks.map((pickValue, index) => ({ pickNumber: index + 1, pickValue }))
  return { pickItems: pickItems.filter(({ pickValue }) => pickValue !== '') }
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
    ...(score.place === null ? { no_pick: 1 } : {}),
    ...(score.dropped ? { dropped: 1 } : {}),
  }
}
