import type { Instant, Placed } from '../event.ts'
import { resultOrder } from '../rounds/published-results.ts'
import { byLock, type PresentRound, type RoundEvent, type RoundStatus } from '../rounds/round.ts'
import { type Settings, type SettingsEvent, settings } from '../settings/settings.ts'
import { noPresence, type Presence, presentAt } from './presence.ts'
import { rulesInForce, type SeasonEvent } from './season.ts'
import { type SeasonAndRounds, seasonStream } from './season-stream.ts'
import type { SeasonFacts } from './standings.ts'

export type TimelineEntry = { at: Instant } & (
  | { of: 'settings'; event: SettingsEvent }
  | { of: 'season'; event: (SeasonEvent | RoundEvent) & Placed }
)

export type SeasonPast = SeasonAndRounds & {
  settings: Settings
  /** The documents of players know of it as well, and add it. */
  presence: Presence
}

const NOTHING_YET: SeasonPast = {
  ...seasonStream.initial,
  settings: settings.initial,
  presence: noPresence,
}

export function seasonPast(timeline: readonly TimelineEntry[], from = NOTHING_YET): SeasonPast {
  return timeline.reduce(evolve, from)
}

function evolve(past: SeasonPast, entry: TimelineEntry): SeasonPast {
  return entry.of === 'settings'
    ? { ...past, settings: settings.evolve(past.settings, entry.event) }
    : { ...past, ...seasonStream.evolve(past, entry.event) }
}

/** With what was known then, or with what is known today of the rounds that had been completed by then. */
export type Reading = 'then' | 'corrected'

/** By lock time, then id. */
export const presentRounds = ({ rounds }: Pick<SeasonPast, 'rounds'>): PresentRound[] =>
  [...rounds.values()]
    .filter((state): state is PresentRound => 'deletedAt' in state && state.deletedAt === null)
    .sort(byLock)

export function roundsCorrected(then: SeasonPast, today: SeasonPast): PresentRound[] {
  const withResult = resultOrder(then.results)
  return presentRounds(today).flatMap((state) => {
    const before = then.rounds.get(state.roundId)
    if (before === undefined || !('deletedAt' in before)) return []
    if (withResult.includes(state.roundId)) return state
    return withStatus(state, before.status)
  })
}

export function factsOf(
  { season, settings, presence }: SeasonPast,
  rounds: readonly PresentRound[],
  {
    nameOf,
    ...made
  }: Pick<SeasonFacts, 'picksOf' | 'guessOf'> & { nameOf: (playerId: number) => string | undefined },
): SeasonFacts {
  const participants = 'participants' in season ? [...season.participants] : []
  return {
    rules: rulesInForce(season, settings),
    participants: participants.flatMap((playerId) => {
      const name = nameOf(playerId)
      return name === undefined ? [] : { playerId, name }
    }),
    rounds: rounds.map((state) => ({
      roundId: state.roundId,
      locksAt: state.locksAt,
      plannedLocksAt: state.plannedLocksAt,
      lockPosition: state.lockPosition,
      formerLocks: state.formerLocks,
      teamRenames: state.teamRenames,
      weight: state.weight,
      scored: state.status === 'completed' ? { pickType: state.pickType, result: state.result } : null,
    })),
    ...made,
    owed: owedIn(presence, rounds),
  }
}

function owedIn(
  presence: Presence,
  rounds: readonly { roundId: number; locksAt: Instant }[],
): SeasonFacts['owed'] {
  const locks = new Map(rounds.map(({ roundId, locksAt }) => [roundId, locksAt]))
  const isPresent = presentAt(presence)
  return (roundId, playerId) => {
    const locksAt = locks.get(roundId)
    return locksAt !== undefined && isPresent(playerId, locksAt)
  }
}

function withStatus(state: PresentRound, status: RoundStatus): PresentRound {
  return state.status === status || status === 'completed' ? state : { ...state, status }
}
