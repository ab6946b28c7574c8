import type { Actor, Instant } from '../../domain/event.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { eventAt } from '../../projections/past/events.ts'
import type { Services } from '../services.ts'

/** `since`: the first event of this kind that the readers do not know of. */
export type Cause = {
  position: Position
  stream: string
  since: Position
  type: string
  at: Instant
  actor: Actor
  reason: string | null
}

/** Null for a mail that no event asked for, or whose event was deleted. */
export async function findCause(
  services: Pick<Services, 'read' | 'store'>,
  position: Position | null,
  since: Position,
): Promise<Cause | null> {
  const event = position === null ? null : await eventAt(services, position)
  if (!event) return null
  const { occurredAt: at, actor, reason = null } = event.metadata
  const { stream, type } = event
  return { position: event.position, stream, since, type, at, actor, reason }
}
