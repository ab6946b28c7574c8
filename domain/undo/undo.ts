import type { DomainEvent } from '../domain-event.ts'
import type { Aggregate } from '../event.ts'
import { Refusal } from '../refusal.ts'

export type Undoing<State, Event> = { event: Event; before: State; now: State }

/**
 * The events that restore what one event changed, decided by today's ordinary rules. Refuses what is irreversible,
 * and what was changed again since.
 */
export function inverse<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  aggregate: Aggregate<State, Event, Id>,
  events: readonly Event[],
  index: number,
  undo: (undoing: Undoing<State, Event>) => Event[],
): Event[] {
  if (events[index] === undefined) throw new Refusal('not_found', 'This event does not exist')
  return inverseOfAll(aggregate, events, [index], undo)
}

/** The last event first. What was changed again since stays as it is. */
export function inverseOfAll<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  { initial, evolve }: Aggregate<State, Event, Id>,
  events: readonly Event[],
  indexes: readonly number[],
  undo: (undoing: Undoing<State, Event>) => Event[],
): Event[] {
  const unchanged = indexes.filter((index) => laterChange(events, index) === null)
  if (unchanged.length === 0) throw new Refusal('wrong_state', 'It was changed again since')
  const states = [initial]
  let now = initial
  for (const event of events) {
    now = evolve(now, event)
    states.push(now)
  }
  const inverted = unchanged.toReversed().flatMap((index) => {
    // Every index is one of these events.
    const event = events[index] as Event
    const undone: Event[] = undo({ event, before: states[index] as State, now })
    for (const one of undone) now = evolve(now, one)
    return undone
  })
  if (inverted.length === 0) throw new Refusal('wrong_state', 'There is nothing left to undo')
  return inverted
}

export function laterChange(events: readonly DomainEvent[], index: number): number | null {
  const event = events[index]
  if (!event) return null
  const subject = subjectOf(event)
  const later = events.findIndex(
    (other, at) => at > index && (subjectOf(other) === subject || bringsBack(other, event)),
  )
  return later === -1 ? null : later
}

/** A round that moves brings its events from the other season. */
const bringsBack = (later: DomainEvent, { data }: DomainEvent) =>
  later.type === 'RoundMovedIn' && 'roundId' in data && later.data.roundId === data.roundId

export function irreversible(sentence: string): never {
  throw new Refusal('wrong_state', sentence)
}

/** Two events with the same subject overwrite each other. */
function subjectOf(event: DomainEvent): string {
  switch (event.type) {
    case 'NotificationsSwitchedOn':
    case 'NotificationsSwitchedOff':
      return 'notifications'
    case 'SecondFactorRequired':
    case 'SecondFactorMadeOptional':
      return 'second factor'
    case 'DefaultSeasonChosen':
    case 'DefaultSeasonCleared':
      return 'default season'
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
      return `participant ${event.data.playerId}`
    case 'SeasonActivated':
    case 'SeasonDeactivated':
      return 'season active'
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
      return 'season rules'
    case 'PicksSealedFromAdmins':
    case 'PicksUnsealedForAdmins':
      return 'picks sealed'
    case 'SeasonEnded':
    case 'SeasonReopened':
      return 'season ended'
    case 'SeasonDeleted':
    case 'SeasonRestored':
      return 'season deleted'
    case 'RoundDeleted':
    case 'RoundRestored':
      return `deleted ${event.data.roundId}`
    case 'RoundCancelled':
    case 'RoundReinstated':
      return `cancelled ${event.data.roundId}`
    case 'RoundCompleted':
    case 'RoundUnlocked':
      return `result ${event.data.roundId}`
    case 'RoundRescheduled':
    case 'RoundClosedEarly':
      return `lock time ${event.data.roundId}`
    case 'PickSubmitted':
    case 'PickEntered':
    case 'PickEntryWithdrawn':
      return 'pick'
    case 'TieBreakGuessed':
    case 'TieBreakGuessEntered':
      return 'guess'
    case 'TieBreakQuestionSet':
    case 'TieBreakQuestionDropped':
      return `tie-break question ${event.data.roundId}`
    case 'ActivationPlanned':
    case 'ActivationUnplanned':
    case 'ActivationFailed':
      return `opening ${event.data.roundId}`
    case 'PlayerDeactivated':
    case 'PlayerReactivated':
      return 'player active'
    default:
      return 'roundId' in event.data ? `${event.type} ${event.data.roundId}` : event.type
  }
}
