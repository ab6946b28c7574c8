import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { RecordedEvent } from '../../../platform/event-store/event-store.ts'

type StoredEvent = DomainEvent & { stream: string; position: string; actor: string }

/** Every value of every submitted pick, oldest first, as often as it stands in the log. */
export const submittedIn = (events: readonly RecordedEvent[]): string[] =>
  storedEvents(events).flatMap((event) => (event.type === 'PickSubmitted' ? event.data.picks : []))

/** A word for each command of somebody, by which whoever sent it knows it again. */
export const tracesIn = (events: readonly RecordedEvent[]): string[] =>
  storedEvents(events).flatMap((event) => {
    switch (event.type) {
      case 'PickSubmitted':
        return event.data.picks
      case 'PlayerAdded':
        return [event.data.name]
      case 'BrandingChanged':
        return [event.data.tagline]
      case 'RoundCreated':
        return [event.data.sportName]
      case 'RoundActivated':
      case 'RoundLocked':
      case 'RoundCompleted':
        return [traceOf(event.type, event.data.roundId)]
      default:
        return []
    }
  })

/** Of what happens once in the life of a round. */
export const traceOf = (type: 'RoundActivated' | 'RoundLocked' | 'RoundCompleted', roundId: number) =>
  `${type} of ${roundId}`

/** The log of our own application holds nothing else. */
export const storedEvents = (events: readonly RecordedEvent[]): StoredEvent[] =>
  events.map((event) => ({ ...event, actor: event.metadata.actor.kind }) as unknown as StoredEvent)
