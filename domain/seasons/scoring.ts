import type { PickType, RoundResult } from '../rounds/round.ts'
import { NAMED_PLACES, type Place } from './points.ts'
import type { SeasonRules } from './rules.ts'

export type ScoredRound = { pickType: PickType; result: RoundResult }

export type RoundScore = {
  place: Place | null
  points: number
  dropped?: true
}

export function scoreOf(
  { points, noPick }: SeasonRules,
  round: { scored: ScoredRound | null; weight: number },
  playerId: number,
  made: { picks: readonly string[] | null; owed: () => boolean },
): RoundScore | null {
  if (round.scored === null) return null
  const place = placeOf(round.scored, playerId, made.picks)
  if (place !== null) return { place, points: round.weight * points[place] }
  return noPick !== 0 && made.owed() ? { place, points: round.weight * noPick } : null
}

/** No pick, or an empty one, has no place. Any other pick without a named place is sixth-plus. */
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
