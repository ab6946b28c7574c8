import type { PresentRound } from '../rounds/round.ts'
import { namedPicks } from '../rounds/slot-names.ts'
import { PLACES } from '../seasons/points.ts'
import type { Standing } from '../seasons/standings.ts'
import type { SeasonSoFar } from './chapters.ts'
import { calledIdsIn, type Picked, pickedIn } from './picked.ts'

/** `companions` called it too. */
export type BestCall = { roundId: number; value: string; companions: number }

export type PlayerStatistics = {
  playerId: number
  championsCalled: number
  /** Completed ones in which the player had a pick or owed one. */
  sports: number
  averagePlace: number | null
  missing: number
  /** 1 minus the mean share of those who picked the same. */
  boldness: number | null
  bestCall: BestCall | null
  longestRun: number
}

type Sport = { round: PresentRound; picked: Picked; calledIds: readonly number[] }

/** Of the sports that have locked and take place, in the order of the standings. */
export function statisticsOf(season: SeasonSoFar): PlayerStatistics[] {
  const sports = season.rounds.flatMap((round): Sport[] => {
    const picked = round.cancelled === null ? pickedIn(season, round) : null
    return picked === null ? [] : [{ round, picked, calledIds: calledIdsIn(season, round) }]
  })
  return season.table.map((standing) => ofPlayer(season, standing, sports))
}

function ofPlayer(
  { facts }: SeasonSoFar,
  { playerId, scores }: Standing,
  sports: readonly Sport[],
): PlayerStatistics {
  const picked = sports.filter((sport) => sport.picked.pickedIds.includes(playerId))
  const missed = sports.filter((sport) => sport.picked.missingIds.includes(playerId))
  const isCompleted = ({ round }: Sport) => round.status === 'completed'
  const called = picked.filter(({ calledIds }) => calledIds.includes(playerId))
  const places = picked.flatMap(({ round }) => scores.get(round.roundId)?.place ?? [])
  return {
    playerId,
    championsCalled: called.length,
    sports: [...picked, ...missed].filter(isCompleted).length,
    averagePlace: rounded(meanOf(places.map((place) => PLACES.indexOf(place) + 1)), 2),
    missing: missed.length,
    boldness: rounded(meanOf(picked.map((sport) => 1 - shareOf(sport, playerId))), 4),
    bestCall: bestOf(
      called.map(({ round, calledIds }) => ({
        roundId: round.roundId,
        value: namedPicks(facts.picksOf(round.roundId, playerId) ?? [], round.slotNames).join(', '),
        companions: calledIds.length - 1,
      })),
    ),
    longestRun: longestRun(
      sports.filter(isCompleted).map(({ round }) => (scores.get(round.roundId)?.points ?? 0) > 0),
    ),
  }
}

/** The fewest companions; the earliest of equal ones. */
export const bestOf = <Call extends BestCall>(calls: readonly Call[]): Call | null =>
  calls.toSorted((one, other) => one.companions - other.companions)[0] ?? null

/** Of those who picked, on average over what the player wrote. */
function shareOf({ picked: { values, pickedIds } }: Sport, playerId: number): number {
  const own = values.filter(({ playerIds }) => playerIds.includes(playerId))
  return meanOf(own.map(({ playerIds }) => playerIds.length / pickedIds.length)) ?? 0
}

function longestRun(inPoints: readonly boolean[]): number {
  let [run, longest] = [0, 0]
  for (const isIn of inPoints) {
    run = isIn ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : numbers.reduce((sum, one) => sum + one, 0) / numbers.length

const rounded = (number: number | null, decimals: number): number | null =>
  number === null ? null : Math.round(number * 10 ** decimals) / 10 ** decimals
