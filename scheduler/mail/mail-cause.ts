import type { Actor, Instant } from '../../domain/event.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { eventAt } from '../../projections/history/rows.ts'
import type { Services } from '../services.ts'

export type Cause = { position: Position; type: string; at: Instant; actor: Actor; reason: string | null }

/** Null for a mail that no event asked for, or whose event was deleted. */
export async function findCause(
  services: Pick<Services, 'read' | 'store'>,
  position: Position | null,
): Promise<Cause | null> {
  const event = position === null ? null : await eventAt(services, position)
  if (!event) return null
  const { occurredAt: at, actor, reason = null } = event.metadata
  return { position: event.position, type: event.type, at, actor, reason }
}
