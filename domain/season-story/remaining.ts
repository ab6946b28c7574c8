import { isUnfinished, type PresentRound } from '../rounds/round.ts'
import { PLACES } from '../seasons/points.ts'
import type { Participant, SeasonFacts } from '../seasons/standings.ts'
import { spelled } from '../spelling.ts'

/** A season, and the state of its sports. */
export type RaceFacts = { facts: SeasonFacts; rounds: readonly RaceRound[] }

export type RaceRound = Pick<
  PresentRound,
  'roundId' | 'sportName' | 'pickType' | 'status' | 'cancelled' | 'deletedAt' | 'tieBreak'
>

/** What has no result yet: anything can come to the picks of open sports, nothing but a result to those of locked ones. */
export type Remaining = {
  open: readonly RaceRound[]
  locked: readonly RaceRound[]
  /** The one with the tie-break question. */
  asking: RaceRound | null
  contenders: readonly Contender[]
}

/** `sides` are the picks in the locked sports, as far as a result tells them apart. */
export type Contender = Participant & { sides: Sides }
export type Sides = readonly (string | null)[]

export function remainingIn({ facts, rounds }: RaceFacts): Remaining {
  const unplayed = rounds.filter(isUnfinished)
  const locked = unplayed.filter(({ status }) => status === 'locked')
  return {
    open: unplayed.filter(({ status }) => status !== 'locked'),
    locked,
    asking: unplayed.find(({ tieBreak }) => tieBreak !== null) ?? null,
    contenders: facts.participants.map(({ playerId, name }) => ({
      playerId,
      name,
      sides: locked.map(({ roundId, pickType }) => sideIn(pickType, facts.picksOf(roundId, playerId))),
    })),
  }
}

/** Write-ins are placed by hand: alike in every slot come to the same place. */
function sideIn(pickType: PresentRound['pickType'], picks: readonly string[] | null): string | null {
  if (picks === null || picks.length === 0) return null
  return pickType === 'single' ? (picks[0] ?? null) : JSON.stringify(picks.map(spelled))
}

/** A worse place earns more: then the best case of a player is not to come first. */
export const isRising = ({ rules: { points } }: SeasonFacts): boolean =>
  PLACES.some((place, index) => points[place] > points[PLACES[index - 1] ?? place])
