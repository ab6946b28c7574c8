import type { PublishedResult } from '../rounds/published-results.ts'
import type { PresentRound } from '../rounds/round.ts'
import { type SeasonFacts, type Standing, standings } from '../seasons/standings.ts'

/** By the results, names and rules of one moment. */
export type SeasonSoFar = {
  /** By lock time, then id. */
  rounds: readonly PresentRound[]
  facts: SeasonFacts
  results: readonly PublishedResult[]
  table: readonly Standing[]
  hasEnded: boolean
}

/** A result, and the season without it and all later ones, and with it. */
export type Chapter = { round: PresentRound; isFirst: boolean; before: SeasonSoFar; after: SeasonSoFar }

/** Null where the sport has no result. */
export function chapterOf(season: SeasonSoFar, roundId: number): Chapter | null {
  const order = standingResults(season)
  const index = order.indexOf(roundId)
  const round = season.rounds.find((one) => one.roundId === roundId)
  if (index === -1 || round === undefined) return null
  const isLast = index === order.length - 1
  return {
    round,
    isFirst: index === 0,
    before: seasonWith(season, order.slice(0, index)),
    after: isLast ? season : seasonWith(season, order.slice(0, index + 1)),
  }
}

/** In the order in which sports had their first result, or one after others that came while it had none. */
export function standingResults(season: SeasonSoFar): number[] {
  const order = new Set<number>()
  const takenBack = new Set<number>()
  for (const { roundId, without = [] } of season.results.filter(isOfCompleted(season))) {
    if (takenBack.delete(roundId)) order.delete(roundId)
    order.add(roundId)
    for (const id of without) takenBack.add(id)
  }
  return [...order]
}

export function isOfCompleted({ rounds }: Pick<SeasonSoFar, 'rounds'>) {
  const completed = new Set(rounds.flatMap(({ status, roundId }) => (status === 'completed' ? roundId : [])))
  return ({ roundId }: { roundId: number }) => completed.has(roundId)
}

function seasonWith(season: SeasonSoFar, scored: readonly number[]): SeasonSoFar {
  const isScored = ({ roundId }: { roundId: number }) => scored.includes(roundId)
  const facts = {
    ...season.facts,
    rounds: season.facts.rounds.map((round) => (isScored(round) ? round : { ...round, scored: null })),
  }
  const rounds = season.rounds.map((round) => (isScored(round) ? round : withoutResult(round)))
  const results = season.results.filter(isScored)
  return { rounds, facts, results, table: standings(facts), hasEnded: false }
}

function withoutResult(round: PresentRound): PresentRound {
  if (round.status !== 'completed') return round
  const { result: _, ...rest } = round
  return { ...rest, status: 'locked' }
}
