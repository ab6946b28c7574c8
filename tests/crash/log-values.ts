import type { DomainEvent } from '#domain/domain-event'
import type { RecordedEvent } from '#platform/event-store'

/** Every value of every submitted pick, oldest first, as often as it stands in the log. */
export const submittedIn = (events: readonly RecordedEvent[]): string[] =>
  domainEvents(events).flatMap((event) => (event.type === 'PickSubmitted' ? event.data.picks : []))

/** The name of every added player. */
export const addedIn = (events: readonly RecordedEvent[]): string[] =>
  domainEvents(events).flatMap((event) => (event.type === 'PlayerAdded' ? [event.data.name] : []))

/** The log of our own application holds nothing else. */
const domainEvents = (events: readonly RecordedEvent[]) =>
  events as readonly unknown[] as readonly DomainEvent[]
