import { PLACES, type Place } from '../seasons/points.ts'
import { isUnscored, type SeasonFacts, standings } from '../seasons/standings.ts'
import type { Remaining } from './remaining.ts'
import { type Cell, combinations, OUTCOMES_MAX, placesThatDiffer, scenarioOf } from './scenario.ts'

export type Chances = { bestRank: number; clinched: boolean }

/** A cell is a player's sport in one outcome. So many are counted in a tenth of a second. */
const CELLS_MAX = 500_000

/** What comes to each player in one sport. */
type SportOutcome = ReadonlyMap<number, Cell>

/** All of them looked at, for what no extreme case tells. Null where they are too many. */
export function everyOutcome(facts: SeasonFacts, remaining: Remaining): ReadonlyMap<number, Chances> | null {
  const { open, locked, asking } = remaining
  // There is no end of answers.
  if (asking !== null && facts.rules.tieBreak.includes('guess')) return null
  const sports = [...open, ...locked]
  const outcomes = [
    ...open.map(({ roundId }) => openOutcomes(facts, roundId)),
    ...locked.map((_, index) => lockedOutcomes(facts, remaining, index)),
  ].filter((one) => one !== null)
  const all = outcomes.length < sports.length ? null : combinations(outcomes)
  if (all === null || all.length * facts.participants.length * facts.rounds.length > CELLS_MAX) return null
  const chances = new Map<number, Chances>()
  let isEverUnscored = false
  for (const outcome of all) {
    const cells = new Map(sports.map(({ roundId }, index) => [roundId, outcome[index]]))
    const table = standings(
      scenarioOf(facts, remaining, (roundId, playerId) => cells.get(roundId)?.get(playerId)),
    )
    isEverUnscored ||= isUnscored(table)
    for (const { playerId, rank } of table) {
      const { bestRank = rank, clinched = true } = chances.get(playerId) ?? {}
      chances.set(playerId, { bestRank: Math.min(bestRank, rank), clinched: clinched && rank === 1 })
    }
  }
  if (isEverUnscored) for (const one of chances.values()) one.clinched = false
  return chances
}

function openOutcomes({ rules, participants, owed }: SeasonFacts, roundId: number): SportOutcome[] | null {
  const cells = [...placesThatDiffer(rules), 'missed'] as const
  const outcomes = combinations<Cell>(
    participants.map(({ playerId }) => (owed(roundId, playerId) ? cells : [...cells, 'absent'])),
  )
  if (outcomes === null) return null
  return outcomes.map(
    (chosen) => new Map(participants.map(({ playerId }, index) => [playerId, chosen[index] ?? 'absent'])),
  )
}

function lockedOutcomes(
  { owed }: SeasonFacts,
  { locked, contenders }: Remaining,
  index: number,
): SportOutcome[] | null {
  const { roundId = 0, pickType } = locked[index] ?? {}
  const isFree = (place: Place, taken: ReadonlyMap<string, Place>) =>
    pickType !== 'single' || place === 'sixthPlus' || ![...taken.values()].includes(place)
  let placings: ReadonlyMap<string, Place>[] = [new Map()]
  for (const side of new Set(contenders.flatMap(({ sides }) => sides[index] ?? []))) {
    placings = placings.flatMap((taken) =>
      PLACES.filter((place) => isFree(place, taken)).map((place) => new Map(taken).set(side, place)),
    )
    if (placings.length > OUTCOMES_MAX) return null
  }
  return placings.map(
    (placed) =>
      new Map(
        contenders.map(({ playerId, sides }) => {
          const without = owed(roundId, playerId) ? 'missed' : 'absent'
          return [playerId, placed.get(sides[index] ?? '') ?? without]
        }),
      ),
  )
}
