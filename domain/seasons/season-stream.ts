import type { Aggregate } from '../event.ts'
import { type PresentRound, type Round, type RoundEvent, round } from '../rounds/round.ts'
import { isSealed } from './sealing.ts'
import { type Season, type SeasonEvent, season } from './season.ts'

export type SeasonAndRounds = { season: Season; rounds: ReadonlyMap<number, Round> }

/** One stream, so that decisions about a season and its rounds meet at one revision. */
export const seasonStream: Aggregate<SeasonAndRounds, SeasonEvent | RoundEvent, [seasonId: number]> = {
  stream: (seasonId) => `season-${seasonId}`,
  initial: { season: season.initial, rounds: new Map() },
  evolve: (state, event) =>
    isRoundEvent(event)
      ? { ...state, rounds: new Map(state.rounds).set(event.data.roundId, roundAfter(state, event)) }
      : { ...state, season: season.evolve(state.season, event) },
}

export function roundIn({ rounds }: Pick<SeasonAndRounds, 'rounds'>, roundId: number): Round {
  return rounds.get(roundId) ?? round.initial
}

export const isRoundEvent = (event: SeasonEvent | RoundEvent): event is RoundEvent => 'roundId' in event.data

export const unfinishedRounds = ({ rounds }: SeasonAndRounds): string[] =>
  [...rounds.values()].flatMap((state) =>
    'sportName' in state && isUnfinished(state) ? state.sportName : [],
  )

const isUnfinished = ({ deletedAt, cancelledAt, status }: PresentRound) =>
  deletedAt === null && cancelledAt === null && status !== 'completed'

/** Also a sport that was deleted since, be it for ever. */
export const hasLocked = ({ rounds }: SeasonAndRounds): boolean =>
  [...rounds.values()].some((state) => !isSealed(state) || 'hadLocked' in state)

const roundAfter = (state: SeasonAndRounds, event: RoundEvent) =>
  round.evolve(roundIn(state, event.data.roundId), event)
