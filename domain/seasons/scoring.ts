import type { PickType, RoundResult } from '../rounds/round.ts'
import { NAMED_PLACES, type Place } from './points.ts'

export type ScoredRound = { pickType: PickType; result: RoundResult }

/** No pick, or an empty one, has no place and scores nothing. Any other pick without a named place is sixth-plus. */
export function placeOf(round: ScoredRound, playerId: number, picks: readonly string[] | null): Place | null {
  if (picks === null || picks.length === 0) return null
  return round.pickType === 'single'
    ? placeOfTeam(round.result, picks)
    : placeOfPlayer(round.result, playerId)
}

function placeOfTeam({ places }: RoundResult, [team]: readonly string[]): Place {
  return NAMED_PLACES.find((place) => places[place] === team) ?? 'sixthPlus'
}

function placeOfPlayer({ placements }: RoundResult, playerId: number): Place {
  const entry = placements.find((candidate) => candidate.playerId === playerId)
  return entry === undefined || entry.placement === 'none' ? 'sixthPlus' : entry.placement
}
