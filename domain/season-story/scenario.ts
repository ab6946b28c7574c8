import { NAMED_PLACES, PLACES, type Place } from '../seasons/points.ts'
import type { SeasonRules } from '../seasons/rules.ts'
import type { SeasonFacts } from '../seasons/standings.ts'
import type { Remaining } from './remaining.ts'

/** What comes to a player in a sport. Who is `absent` owes no pick in it. */
export type Cell = Place | 'missed' | 'absent'

/** In a scenario each team is called by the place to which it comes. */
const CALLED_BY_PLACE = Object.fromEntries(NAMED_PLACES.map((place) => [place, place]))

/** The season once every remaining sport has a result. */
export function scenarioOf(
  facts: SeasonFacts,
  { open, locked }: Remaining,
  cellOf: (roundId: number, playerId: number) => Cell | undefined,
): SeasonFacts {
  const played = new Set([...open, ...locked].map(({ roundId }) => roundId))
  const scored = { pickType: 'single' as const, result: { places: CALLED_BY_PLACE, placements: [] } }
  return {
    ...facts,
    rounds: facts.rounds.map((round) => (played.has(round.roundId) ? { ...round, scored } : round)),
    picksOf: (roundId, playerId) => {
      const cell = cellOf(roundId, playerId)
      if (cell === undefined) return facts.picksOf(roundId, playerId)
      return cell === 'missed' || cell === 'absent' ? null : [cell]
    },
    owed: (roundId, playerId) => {
      const cell = cellOf(roundId, playerId)
      return cell === undefined ? facts.owed(roundId, playerId) : cell === 'missed'
    },
  }
}

/** Of some places those that differ in points, or in the chain. */
export function placesThatDiffer({ points, tieBreak }: SeasonRules, among = PLACES): readonly Place[] {
  if (tieBreak.includes('countback')) return among
  return among.filter((place, index) => among.findIndex((other) => points[other] === points[place]) === index)
}

/** So many outcomes are looked at for one question. */
export const OUTCOMES_MAX = 5_000

/** One of each, in every way; null where these are too many. */
export function combinations<One>(options: readonly (readonly One[])[]): (readonly One[])[] | null {
  if (options.reduce((product, { length }) => product * length, 1) > OUTCOMES_MAX) return null
  return options.reduce<(readonly One[])[]>(
    (before, ones) => before.flatMap((chosen) => ones.map((one) => [...chosen, one])),
    [[]],
  )
}
