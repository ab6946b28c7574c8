import { compareNames } from '../names.ts'
import { lastResult, type PublishedResult, resultOrder } from '../rounds/published-results.ts'
import type { Place, Points } from './points.ts'
import { placeOf, type ScoredRound } from './scoring.ts'
import type { Winner } from './season.ts'

export type SeasonFacts = {
  points: Points
  participants: readonly { playerId: number; name: string }[]
  /** By lock time, then id, without deleted ones. `scored` is null until the round is completed. */
  rounds: readonly { roundId: number; scored: ScoredRound | null }[]
  /** The values that count for a player in a round, null where there is no pick. */
  picksOf: (roundId: number, playerId: number) => readonly string[] | null
}

export type RoundScore = { place: Place; points: number }

export type Standing = {
  playerId: number
  name: string
  rank: number
  totalPoints: number
  /** By round id, without rounds that scored nothing. */
  scores: ReadonlyMap<number, RoundScore>
}

/** By total descending, then name. Names order a tie but never decide it. */
export function standings(facts: SeasonFacts): Standing[] {
  const entries = facts.participants.map(({ playerId, name }) => {
    const scores = scoresOf(facts, playerId)
    const totalPoints = [...scores.values()].reduce((sum, { points }) => sum + points, 0)
    return { playerId, name, totalPoints, scores }
  })
  entries.sort((left, right) => right.totalPoints - left.totalPoints || byName(left, right))
  const ranks = competitionRanks(entries.map(({ totalPoints }) => totalPoints))
  return entries.map((entry, index) => ({ ...entry, rank: ranks[index] ?? 1 }))
}

function scoresOf({ points, rounds, picksOf }: SeasonFacts, playerId: number): Map<number, RoundScore> {
  const scores = new Map<number, RoundScore>()
  for (const { roundId, scored } of rounds) {
    const place = scored && placeOf(scored, playerId, picksOf(roundId, playerId))
    if (place) scores.set(roundId, { place, points: points[place] })
  }
  return scores
}

/** Competition ranking: totals 10, 8, 8, 5 rank 1, 2, 2, 4. */
export function competitionRanks(totals: readonly number[]): number[] {
  return totals.map((total) => totals.indexOf(total) + 1)
}

export type RanksBefore = { ranks: ReadonlyMap<number, number>; byCorrection: boolean }

/** The ranks before the last result, or before its correction. */
export function ranksBeforeLastResult(
  facts: SeasonFacts,
  published: readonly PublishedResult[],
): RanksBefore {
  const scored = new Set(facts.rounds.flatMap(({ roundId, scored }) => (scored ? roundId : [])))
  const results = published.filter(({ roundId }) => scored.has(roundId))
  const last = lastResult(results)
  const byCorrection = last !== null && last.former !== null
  if (!byCorrection && resultOrder(results).length < 2) return { ranks: new Map(), byCorrection }
  const rounds = facts.rounds.map((round) => {
    if (round.roundId !== last?.roundId || round.scored === null) return round
    return { ...round, scored: last.former && { ...round.scored, result: last.former } }
  })
  const table = standings({ ...facts, rounds })
  // While nobody has a point, nobody has a rank.
  if (table.every(({ totalPoints }) => totalPoints === 0)) return { ranks: new Map(), byCorrection }
  return { ranks: new Map(table.map(({ playerId, rank }) => [playerId, rank])), byCorrection }
}

export function winnersOf(table: readonly Standing[]): Winner[] {
  return table
    .filter(({ rank }) => rank <= 3)
    .map(({ playerId, rank, totalPoints }) => ({ playerId, place: rank, totalPoints }))
}

export type GraphSeries = {
  playerId: number
  name: string
  /** Cumulative points after each completed round, so all series have the same length. */
  points: { roundId: number; points: number }[]
}

export function graphOf(facts: SeasonFacts): GraphSeries[] {
  const completed = facts.rounds.filter(({ scored }) => scored !== null)
  return [...facts.participants].sort(byName).map(({ playerId, name }) => {
    const scores = scoresOf(facts, playerId)
    let sum = 0
    const points = completed.map(({ roundId }) => {
      sum += scores.get(roundId)?.points ?? 0
      return { roundId, points: sum }
    })
    return { playerId, name, points }
  })
}

const byName = (left: Named, right: Named) =>
  compareNames({ name: left.name, id: left.playerId }, { name: right.name, id: right.playerId })

type Named = { playerId: number; name: string }
