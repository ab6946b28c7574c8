import type { DomainEvent } from '#domain/domain-event'
import type { RecordedEvent } from '#platform/event-store'
import type { Mail } from '#platform/outbox'
import type { Services } from './services.ts'

/** An event as a reaction sees it. */
export type Occurred<Type extends DomainEvent['type'] = DomainEvent['type']> = RecordedEvent &
  Extract<DomainEvent, { type: Type }>

/** Which mails follow from an event. The read models show the event already. */
export type Reaction<Type extends DomainEvent['type']> = (
  services: Services,
  event: Occurred<Type>,
) => Promise<Mail[]>
