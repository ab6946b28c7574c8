import type { Aggregate, Instant } from './event.ts'
import type { PickLinkEvent } from './pick-links.ts'
import { NAMED_PLACES, type NamedPlace } from './points.ts'
import { Refusal } from './refusal.ts'
import { NO_REMINDERS_DONE, type ReminderEvent, type RemindersDone, withReminder } from './reminders.ts'

export type PickType = 'single' | 'multiple'

export type RoundDetails = {
  sportName: string
  pickType: PickType
  /** How many values a `multiple` pick may hold; 1 for `single`. */
  picksMax: number
  emailMessage: string | null
  locksAt: Instant
  timeZone: string
  /** What a `single` pick chooses from; empty for `multiple`. */
  teams: readonly string[]
}

/** Which team, or which text, holds a place. */
export type NamedPlaces = Readonly<Partial<Record<NamedPlace, string>>>

export type Placement = { playerId: number; placement: NamedPlace | 'none' }

/** `placements` score a `multiple` round; a `single` one follows from `places` and has none. */
export type RoundResult = { places: NamedPlaces; placements: readonly Placement[] }

/** Stored for ever: what was published is never changed, only joined by new types. */
export type RoundEvent =
  | { type: 'RoundCreated'; data: RoundDetails & { roundId: number; seasonId: number } }
  | { type: 'RoundMoved'; data: { seasonId: number; formerSeasonId: number } }
  | { type: 'RoundRenamed'; data: { sportName: string } }
  | { type: 'RoundRescheduled'; data: { locksAt: Instant; timeZone: string } }
  | { type: 'RoundEmailMessageChanged'; data: { emailMessage: string | null } }
  | { type: 'RoundPickTypeChanged'; data: { pickType: PickType; picksMax: number } }
  | { type: 'RoundTeamsChanged'; data: { teams: readonly string[] } }
  | { type: 'RoundActivated'; data: { recipients: readonly number[] } }
  | ReminderEvent
  | PickLinkEvent
  | { type: 'RoundLocked'; data: { lockedAt: Instant } }
  | { type: 'RoundCompleted'; data: RoundResult }
  | { type: 'RoundUnlocked'; data: Record<string, never> }
  | { type: 'RoundDeleted'; data: { deletedAt: Instant } }
  | { type: 'RoundRestored'; data: Record<string, never> }
  | { type: 'RoundPurged'; data: Record<string, never> }

type Facts = RoundDetails & {
  roundId: number
  seasonId: number
  reminders: RemindersDone
  deletedAt: Instant | null
}

export type PresentRound = Facts &
  (
    | { status: 'draft' | 'active' }
    | { status: 'locked'; lockedAt: Instant }
    | { status: 'completed'; lockedAt: Instant; result: RoundResult }
  )
export type RoundStatus = PresentRound['status']
export type Round = { status: 'missing' } | { status: 'purged' } | PresentRound

export const round: Aggregate<Round, RoundEvent, [roundId: number]> = {
  stream: (roundId) => `round-${roundId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Round, event: RoundEvent): Round {
  if (event.type === 'RoundCreated') {
    return { ...event.data, status: 'draft', reminders: NO_REMINDERS_DONE, deletedAt: null }
  }
  if (state.status === 'missing' || state.status === 'purged') return state
  switch (event.type) {
    case 'RoundMoved':
      return { ...state, seasonId: event.data.seasonId }
    case 'RoundRenamed':
    case 'RoundRescheduled':
    case 'RoundEmailMessageChanged':
    case 'RoundPickTypeChanged':
    case 'RoundTeamsChanged':
      return { ...state, ...event.data }
    case 'RoundActivated':
      return { ...facts(state), status: 'active' }
    case 'PlayersReminded':
    case 'ReminderSkipped':
      return { ...state, reminders: withReminder(state.reminders, event) }
    case 'PickLinkResent':
    case 'PickLinkCopied':
      return state
    case 'RoundLocked':
      return { ...facts(state), status: 'locked', lockedAt: event.data.lockedAt }
    case 'RoundCompleted':
      return { ...facts(state), status: 'completed', lockedAt: lockInstant(state), result: event.data }
    case 'RoundUnlocked':
      return { ...facts(state), status: 'locked', lockedAt: lockInstant(state) }
    case 'RoundDeleted':
      return { ...state, deletedAt: event.data.deletedAt }
    case 'RoundRestored':
      return { ...state, deletedAt: null }
    case 'RoundPurged':
      return { status: 'purged' }
  }
}

/**
 * From this instant on picks are refused: the lock time, or an earlier lock by hand. The rule is about time; the
 * event RoundLocked only publishes it.
 */
export function lockInstant(round: { locksAt: Instant; lockedAt?: Instant | null }): Instant {
  const { locksAt, lockedAt } = round
  return lockedAt && lockedAt < locksAt ? lockedAt : locksAt
}

/** The status that everybody sees at an instant, whether or not the lock has been published yet. */
export function statusAt(round: { status: RoundStatus; locksAt: Instant }, now: Instant): RoundStatus {
  return round.status === 'active' && now >= round.locksAt ? 'locked' : round.status
}

/** Whether nobody but the admins may know what was picked. Of a round that was deleted for ever nobody knows that it locked. */
export function isSealedAt(round: Round, now: Instant): boolean {
  return !('locksAt' in round) || ['draft', 'active'].includes(statusAt(round, now))
}

/** Whether two results score every player alike and name the same places. */
export function sameResult(left: RoundResult, right: RoundResult): boolean {
  const placed = ({ placements }: RoundResult) =>
    placements
      .filter(({ placement }) => placement !== 'none')
      .map(({ playerId, placement }) => `${playerId} ${placement}`)
      .sort()
      .join()
  return (
    NAMED_PLACES.every((place) => left.places[place] === right.places[place]) &&
    placed(left) === placed(right)
  )
}

/** A round that exists and is not deleted. Refuses with not_found. */
export function presentRound(state: Round): PresentRound {
  if (state.status === 'missing' || state.status === 'purged' || state.deletedAt !== null) {
    throw new Refusal('not_found', 'Sport not found')
  }
  return state
}

function facts(state: PresentRound): Facts {
  const { roundId, seasonId, sportName, pickType, picksMax, emailMessage, locksAt, timeZone, teams } = state
  const { reminders, deletedAt } = state
  return {
    ...{ roundId, seasonId, sportName, pickType, picksMax, emailMessage, locksAt, timeZone, teams },
    ...{ reminders, deletedAt },
  }
}
