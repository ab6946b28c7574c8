import { newResults, type PublishedResult } from '../../domain/rounds/published-results.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import type { Place } from '../../domain/seasons/points.ts'
import { placeOf, type RoundScore } from '../../domain/seasons/scoring.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import type { RanksBefore, SeasonFacts, Standing } from '../../domain/seasons/standings.ts'
import type { Explanation } from '../../projections/boards/explanations.ts'
import type { Graph } from '../../projections/boards/graph.ts'
import type { Mark, Marks } from '../../projections/boards/marks.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import { presentPicks } from './picks.ts'
import { presentPlaces } from './rounds.ts'

/** Of an open round the public board tells only who has picked; that of the admins every pick, unless they are sealed from admins too. */
export function boardJson(
  season: SeasonView,
  kind: 'public' | 'admin',
  isSealedNow: (roundId: number) => boolean = () => false,
): string {
  const { rounds, facts, table, marks } = season
  const ranksBefore = season.ranksBefore()
  const isSealable = kind === 'public' || season.picksSealed
  const picksOf: PicksIn = (round, playerId) => {
    const picks = facts.picksOf(round.roundId, playerId)
    return picks && isSealable && (isSealed(round) || isSealedNow(round.roundId)) ? [] : picks
  }
  const scored = scoredIn(facts)
  const open = rounds.filter(({ roundId }) => !scored.has(roundId))
  const rows = keptRows(table)
  const withFormer = kind === 'admin' ? withFormerScores(season) : (row: Standing) => row
  return tableJson(
    season,
    ranksBefore,
    table.map((standing) => {
      const { playerId } = standing
      const key = `${kind} ${playerId}`
      const made = JSON.stringify(
        open.map((round) => [picksOf(round, playerId), kindsOf(marks(round.roundId, playerId))]),
      )
      const last = rows.get(key)
      if (last?.made === made) return last.json
      const json = JSON.stringify(boardRow(rounds, ranksBefore, withFormer(standing), picksOf, marks))
      rows.set(key, { made, json })
      return json
    }),
  )
}

type KeptRows = Map<string, { made: string; json: string }>
const keptByTable = new WeakMap<readonly Standing[], KeptRows>()

function keptRows(table: readonly Standing[]): KeptRows {
  const rows = keptByTable.get(table) ?? new Map()
  keptByTable.set(table, rows)
  return rows
}

/** With the places of results that an unlock took back: they earn nothing, and a correction starts from them. */
const withFormerScores =
  ({ facts, former }: SeasonView) =>
  (row: Standing): Standing => {
    if (former.size === 0) return row
    const scores = new Map(row.scores)
    for (const [roundId, result] of former) {
      const place = placeOf(result, row.playerId, facts.picksOf(roundId, row.playerId))
      if (place) scores.set(roundId, { place, points: 0 })
    }
    return { ...row, scores }
  }

export const graphJson = ({ series, completed }: Graph): string =>
  JSON.stringify(
    series.map(({ playerId, name, totals }) => ({
      userId: playerId,
      userName: name,
      points: [
        { roundId: 0, roundName: 'Start', points: 0 },
        ...completed.map(({ roundId, sportName }, index) => ({
          roundId,
          roundName: sportName,
          points: totals[index] ?? 0,
        })),
      ],
    })),
  )

export const presentStandings = (table: readonly Standing[]) =>
  table.map(({ rank, playerId, name, totalPoints }) => ({ rank, userId: playerId, name, totalPoints }))

const scoredIn = ({ rounds }: SeasonFacts) =>
  new Set(rounds.flatMap(({ roundId, scored }) => (scored ? roundId : [])))

type PicksIn = (round: PresentRound, playerId: number) => readonly string[] | null

function tableJson(season: SeasonView, before: RanksBefore, rows: readonly string[]): string {
  const scored = scoredIn(season.facts)
  const results = newResults(season.results.filter(({ roundId }) => scored.has(roundId)))
  const board = {
    rounds: season.rounds.map((round) => ({
      id: round.roundId,
      sport_name: round.sportName,
      status: round.status,
      ...presentPlaces(round),
      lock_time: round.locksAt,
      ...presentNumbers(results, round.roundId),
      ...(round.weight === 1 ? {} : { weight: round.weight }),
      ...(round.slotNames ? { slot_names: round.slotNames } : {}),
      ...(round.cancelled && { cancelled_at: round.cancelled.at }),
    })),
    leaderboard: [],
    ...(before.byCorrection ? { movedByCorrection: true } : {}),
  }
  return JSON.stringify(board).replace('"leaderboard":[]', () => `"leaderboard":[${rows.join()}]`)
}

function presentNumbers(results: readonly PublishedResult[], ofRound: number) {
  const [first, ...corrections] = results.flatMap(({ roundId }, index) =>
    roundId === ofRound ? index + 1 : [],
  )
  return {
    result_number: first ?? null,
    ...(corrections.length === 0 ? {} : { correction_numbers: corrections }),
  }
}

function boardRow(
  rounds: readonly PresentRound[],
  before: RanksBefore,
  { playerId, name, rank, totalPoints, scores, decidedBy }: Standing,
  picksOf: PicksIn,
  marks: Marks,
) {
  return {
    userId: playerId,
    userName: name,
    rank,
    previousRank: before.ranks.get(playerId) ?? null,
    totalPoints,
    ...(decidedBy ? { decidedBy } : {}),
    picks: Object.fromEntries(rounds.map((round) => [round.roundId, presentPicks(picksOf(round, playerId))])),
    scores: Object.fromEntries(rounds.map(({ roundId }) => [roundId, presentScore(scores.get(roundId))])),
    ...presentMarks(rounds, (roundId) => marks(roundId, playerId)),
  }
}

function presentMarks(rounds: readonly PresentRound[], marksOf: (roundId: number) => readonly Mark[]) {
  const marked = rounds.flatMap(({ roundId }) => {
    const kinds = kindsOf(marksOf(roundId))
    return kinds.length > 0 ? [[roundId, kinds] as const] : []
  })
  return marked.length > 0 ? { marks: Object.fromEntries(marked) } : {}
}

const kindsOf = (marks: readonly Mark[]) => marks.map(({ kind }) => kind)

type Score = Record<PlaceFlag, 0 | 1> & { total_points: number; no_pick?: 1; dropped?: 1 }
type PlaceFlag = `${'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth_plus'}_place`

function presentScore(score: RoundScore | undefined): Score | null {
  if (score === undefined) return null
  const { place, points, dropped } = score
  const flag = (one: Place) => (place === one ? 1 : 0)
  const shown: Score = {
    first_place: flag('first'),
    second_place: flag('second'),
    third_place: flag('third'),
    fourth_place: flag('fourth'),
    fifth_place: flag('fifth'),
    sixth_plus_place: flag('sixthPlus'),
    total_points: points,
  }
  // Thousands of cells: what is spread into each takes eight times as long.
  if (place === null) shown.no_pick = 1
  if (dropped) shown.dropped = 1
  return shown
}

/** `ranked` says that 0 points are the first rank, since others have less: without ranks everybody is first with 0. */
export const presentRank = ({ standing: { rank, totalPoints }, playerCount, isRanked }: Explanation) => ({
  rank,
  totalPoints,
  playerCount,
  ...(isRanked && rank === 1 && totalPoints === 0 ? { ranked: true as const } : {}),
})
