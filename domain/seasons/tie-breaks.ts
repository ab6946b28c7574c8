import { GUESS_PARTS } from '../rounds/tie-break-question.ts'
import { PLACES } from './points.ts'
import type { TieBreak } from './rules.ts'
import type { RoundScore } from './scoring.ts'
import type { RoundFacts, SeasonFacts } from './standings.ts'

type Scored = { playerId: number; totalPoints: number; scores: ReadonlyMap<number, RoundScore> }

/** What a tie-break counts for a player: the first number that differs decides, and more is better. */
type Count = (entry: Scored) => readonly number[]

/** Which tie-break of the chain tells two players apart, and the first of its numbers that does. */
export type Decision = { by: TieBreak; number: number; left: number; right: number }
export type Decide<Entry> = (left: Entry, right: Entry) => Decision | null

/** Looks at every completed sport, those that do not count for points included. */
export function tieBreaker<Entry extends Scored>(facts: SeasonFacts, table: readonly Entry[]): Decide<Entry> {
  const chain = facts.rules.tieBreak.map((by) => ({ by, counts: counted(COUNTS[by](facts, table), table) }))
  return (left, right) => {
    for (const { by, counts } of chain) {
      const [ofLeft, ofRight] = [counts.get(left.playerId) ?? [], counts.get(right.playerId) ?? []]
      const differs = ofLeft.findIndex((value, index) => value !== ofRight[index])
      if (differs !== -1) {
        return { by, number: differs, left: ofLeft[differs] ?? 0, right: ofRight[differs] ?? 0 }
      }
    }
    return null
  }
}

const counted = (count: Count, table: readonly Scored[]) =>
  new Map(table.map((entry) => [entry.playerId, count(entry)]))

const COUNTS: Record<TieBreak, (facts: SeasonFacts, table: readonly Scored[]) => Count> = {
  round_wins: ({ rounds }, table) => {
    const best = new Map(rounds.map(({ roundId }) => [roundId, bestIn(table, roundId)]))
    return ({ scores }) => {
      const won = [...scores].filter(
        ([roundId, { place, points }]) => place !== null && points > 0 && points === best.get(roundId),
      )
      return [won.length]
    }
  },
  countback:
    () =>
    ({ scores }) => {
      const places = [...scores.values()].map(({ place }) => place)
      return PLACES.map((place) => places.filter((one) => one === place).length)
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

/** A guess counts with its pick: who has none in the sport, because an admin took it back, has no guess either. */
export const guessWithPick = ({ picksOf, guessOf }: SeasonFacts, roundId: number, playerId: number) =>
  picksOf(roundId, playerId) === null ? null : guessOf(roundId, playerId)

/** The sport whose question has been answered. */
export function askedIn(rounds: readonly RoundFacts[]): { roundId: number; answer: number } | null {
  for (const { roundId, scored } of rounds) {
    const answer = scored?.result.answer
    if (typeof answer === 'number') return { roundId, answer }
  }
  return null
}

const distance = (guess: number, answer: number) => Math.abs(parts(guess) - parts(answer))

const parts = (value: number) => Math.round(value * GUESS_PARTS)

const bestIn = (table: readonly Scored[], roundId: number) =>
  table.reduce((best, { scores }) => Math.max(best, scores.get(roundId)?.points ?? 0), 0)
