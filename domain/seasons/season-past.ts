import type { Instant } from '../event.ts'
import { type PublishedResult, resultOrder } from '../rounds/published-results.ts'
import { type PresentRound, type RoundEvent, type RoundStatus, statusAt } from '../rounds/round.ts'
import { type Settings, type SettingsEvent, settings } from '../settings/settings.ts'
import type { SeasonEvent } from './season.ts'
import { type SeasonAndRounds, seasonStream } from './season-stream.ts'
import type { SeasonFacts } from './standings.ts'

/** Everything but the picks that a season's standings follow from, in the order of the log. */
export type TimelineEntry = { at: Instant } & (
  | { of: 'settings'; event: SettingsEvent }
  | { of: 'season'; event: SeasonEvent | RoundEvent }
)

export type SeasonPast = SeasonAndRounds & {
  settings: Settings
  /** In the order in which they were published, also those that no longer count. */
  results: readonly PublishedResult[]
}

const NOTHING_YET: SeasonPast = { ...seasonStream.initial, settings: settings.initial, results: [] }

export function seasonPast(timeline: readonly TimelineEntry[], from = NOTHING_YET): SeasonPast {
  return timeline.reduce(evolve, from)
}

function evolve(past: SeasonPast, entry: TimelineEntry): SeasonPast {
  if (entry.of === 'settings') {
    return { ...past, settings: settings.evolve(past.settings, entry.event) }
  }
  const { event } = entry
  const published =
    event.type === 'RoundCompleted' ? [{ roundId: event.data.roundId, result: event.data }] : []
  return {
    ...seasonStream.evolve(past, event),
    settings: past.settings,
    results: [...past.results, ...published],
  }
}

/**
 * How to look back: with the results, points and participants that were known then, or with those of today for the
 * rounds that had been completed by then.
 */
export type Reading = 'then' | 'corrected'

/** By lock time, then id. */
export function roundsInPlay({ rounds }: SeasonPast, now: Instant): PresentRound[] {
  return [...rounds.values()]
    .filter((state): state is PresentRound => 'deletedAt' in state && state.deletedAt === null)
    .map((state) => asSeen(state, now))
    .sort((left, right) => compare(left.locksAt, right.locksAt) || left.roundId - right.roundId)
}

export function roundsCorrected(then: SeasonPast, today: SeasonPast, now: Instant): PresentRound[] {
  const withResult = resultOrder(then.results)
  return roundsInPlay(today, now).flatMap((state) => {
    const before = then.rounds.get(state.roundId)
    if (before === undefined || !('deletedAt' in before)) return []
    if (withResult.includes(state.roundId)) return state
    return withStatus(state, statusAt(before, now))
  })
}

export function factsOf(
  { season, settings }: SeasonPast,
  rounds: readonly PresentRound[],
  { picksOf, nameOf }: Pick<SeasonFacts, 'picksOf'> & { nameOf: (playerId: number) => string | undefined },
): SeasonFacts {
  const participants = 'participants' in season ? [...season.participants] : []
  return {
    points: season.status === 'ended' ? season.points : settings.points,
    participants: participants.flatMap((playerId) => {
      const name = nameOf(playerId)
      return name === undefined ? [] : { playerId, name }
    }),
    rounds: rounds.map((state) => ({
      roundId: state.roundId,
      scored: state.status === 'completed' ? { pickType: state.pickType, result: state.result } : null,
    })),
    picksOf,
  }
}

function asSeen(state: PresentRound, now: Instant): PresentRound {
  return withStatus(state, statusAt(state, now))
}

function withStatus(state: PresentRound, status: RoundStatus): PresentRound {
  return state.status === status || status === 'completed' ? state : { ...state, status }
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
