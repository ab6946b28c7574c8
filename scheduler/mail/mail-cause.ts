import type { Actor, Instant } from '../../domain/event.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { eventAt } from '../../projections/history/rows.ts'
import type { Services } from '../services.ts'

export type Cause = { position: Position; type: string; at: Instant; actor: Actor; reason: string | null }

export type CausingEvent = Pick<RecordedEvent, 'position' | 'type' | 'metadata'>

export const causeOf = ({ position, type, metadata }: CausingEvent): Cause => ({
  position,
  type,
  at: metadata.occurredAt,
  actor: metadata.actor,
  reason: metadata.reason ?? null,
})

/** Null for a mail that no event asked for, or whose event was deleted. */
export async function findCause(
  services: Pick<Services, 'read' | 'store'>,
  position: Position | null,
): Promise<Cause | null> {
  const event = position === null ? null : await eventAt(services, position)
  return event && causeOf(event)
}
