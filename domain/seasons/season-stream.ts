import type { Aggregate } from '../event.ts'
import { type PublishedResult, resultsAfter } from '../rounds/published-results.ts'
import {
  isPresent,
  isUnfinished,
  type PresentRound,
  type Round,
  type RoundEvent,
  round,
} from '../rounds/round.ts'
import { isSealed } from './sealing.ts'
import { type PresentSeason, type Season, type SeasonEvent, season } from './season.ts'

export type SeasonAndRounds = {
  season: Season
  rounds: ReadonlyMap<number, Round>
  /** In the order in which they were published, also those that no longer count. */
  results: readonly PublishedResult[]
}

export type WholeSeason = SeasonAndRounds & { season: PresentSeason }

/** One stream, so that decisions about a season and its rounds meet at one revision. */
export const seasonStream: Aggregate<SeasonAndRounds, SeasonEvent | RoundEvent, [seasonId: number]> = {
  stream: (seasonId) => `season-${seasonId}`,
  initial: { season: season.initial, rounds: new Map(), results: [] },
  evolve: (state, event) => {
    if (!isRoundEvent(event)) return { ...state, season: season.evolve(state.season, event) }
    const { roundId } = event.data
    const after = round.evolve(roundIn(state, roundId), event)
    const rounds = new Map(state.rounds).set(roundId, after)
    return { ...state, rounds, results: resultsAfter(state.results, event, rounds) }
  },
}

export function roundIn({ rounds }: Pick<SeasonAndRounds, 'rounds'>, roundId: number): Round {
  return rounds.get(roundId) ?? round.initial
}

export const roundsIn = ({ rounds }: SeasonAndRounds): PresentRound[] =>
  [...rounds.values()].filter(isPresent)

export const isRoundEvent = (event: SeasonEvent | RoundEvent): event is RoundEvent => 'roundId' in event.data

export const unfinishedRounds = ({ rounds }: SeasonAndRounds): string[] =>
  [...rounds.values()].flatMap((state) =>
    'sportName' in state && isUnfinished(state) ? state.sportName : [],
  )

/** Also a sport that was deleted since, be it for ever. */
export const hasOpened = ({ rounds }: SeasonAndRounds): boolean =>
  [...rounds.values()].some((state) =>
    'locksAt' in state ? state.status !== 'draft' : 'wasOpen' in state || 'hadLocked' in state,
  )

export const hasLocked = ({ rounds }: SeasonAndRounds): boolean =>
  [...rounds.values()].some((state) => !isSealed(state) || 'hadLocked' in state)
