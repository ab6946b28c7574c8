import { GUESS_PARTS } from '../rounds/tie-break-question.ts'
import { PLACES } from './points.ts'
import type { TieBreak } from './rules.ts'
import type { RoundScore } from './scoring.ts'
import type { RoundFacts, SeasonFacts } from './standings.ts'

type Scored = { playerId: number; totalPoints: number; scores: ReadonlyMap<number, RoundScore> }

type Count = (entry: Scored) => readonly number[]

export type Decision = { by: TieBreak; number: number; left: number; right: number }
export type Decide<Entry> = (left: Entry, right: Entry) => Decision | null

export function tieBreaker<Entry extends Scored>(facts: SeasonFacts, table: readonly Entry[]): Decide<Entry> {
  const chain = facts.rules.tieBreak.map((by) => ({ by, count: once(COUNTS[by](facts, table)) }))
  return (left, right) => {
    for (const { by, count } of chain) {
      const [ofLeft, ofRight] = [count(left), count(right)]
      const differs = ofLeft.findIndex((value, index) => value !== ofRight[index])
      if (differs !== -1) {
        return { by, number: differs, left: ofLeft[differs] ?? 0, right: ofRight[differs] ?? 0 }
      }
    }
    return null
  }
}

/** By each of a chain, the first that differs decides: more is ahead. `table` is for what compares with others. */
export const countsOf = (facts: SeasonFacts, table: readonly Scored[], entry: Scored) =>
  facts.rules.tieBreak.map((by) => COUNTS[by](facts, table)(entry))

function once(count: Count): Count {
  const counted = new Map<number, readonly number[]>()
  return (entry) => {
    const numbers = counted.get(entry.playerId) ?? count(entry)
    counted.set(entry.playerId, numbers)
    return numbers
  }
}

const COUNTS: Record<TieBreak, (facts: SeasonFacts, table: readonly Scored[]) => Count> = {
  round_wins: (_, table) => {
    const wonBy = sportsWonIn(table)
    return (entry) => [wonBy(entry)]
  },
  countback:
    () =>
    ({ scores }) => {
      const times = { first: 0, second: 0, third: 0, fourth: 0, fifth: 0, sixthPlus: 0 }
      for (const { place } of scores.values()) if (place !== null) times[place] += 1
      return PLACES.map((place) => times[place])
    },
  fewest_missed:
    ({ rounds, owed }) =>
    ({ playerId, scores }) => {
      const missed = rounds.filter(
        ({ roundId, scored }) =>
          scored !== null && (scores.get(roundId)?.place ?? null) === null && owed(roundId, playerId),
      )
      return [-missed.length]
    },
  guess:
    (facts) =>
    ({ playerId }) => {
      const asked = askedIn(facts.rounds)
      if (!asked) return []
      const guess = guessWithPick(facts, asked.roundId, playerId)
      return [guess === null ? Number.NEGATIVE_INFINITY : -distance(guess, asked.answer)]
    },
}

/** With the most points in each; shared wins count. */
export function sportsWonIn(table: readonly Scored[]): (entry: Scored) => number {
  const best = bestPoints(table)
  return ({ scores }) => {
    let won = 0
    for (const [roundId, { place, points }] of scores) {
      if (place !== null && points > 0 && points === best.get(roundId)) won += 1
    }
    return won
  }
}

/** A guess counts with its pick: who has none in the sport, because an admin took it back, has no guess either. */
export const guessWithPick = ({ picksOf, guessOf }: SeasonFacts, roundId: number, playerId: number) =>
  picksOf(roundId, playerId) === null ? null : guessOf(roundId, playerId)

export function askedIn(rounds: readonly RoundFacts[]): { roundId: number; answer: number } | null {
  for (const { roundId, scored } of rounds) {
    const answer = scored?.result.answer
    if (typeof answer === 'number') return { roundId, answer }
  }
  return null
}

const distance = (guess: number, answer: number) => Math.abs(parts(guess) - parts(answer))

const parts = (value: number) => Math.round(value * GUESS_PARTS)

function bestPoints(table: readonly Scored[]): Map<number, number> {
  const best = new Map<number, number>()
  for (const { scores } of table) {
    for (const [roundId, { points }] of scores) {
      if (points > (best.get(roundId) ?? 0)) best.set(roundId, points)
    }
  }
  return best
}
