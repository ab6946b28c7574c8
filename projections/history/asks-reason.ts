import type { EventMetadata } from '../../domain/event.ts'
import { eventRow } from '../../domain/event-table.ts'

/** Whether an admin is asked why: to undo something always, and where the event itself asks. */
export function asksReason(
  { type, metadata }: { type: string; metadata: EventMetadata },
  earlier: readonly { type: string }[],
  before: unknown,
): boolean {
  const { actor, commandId, causationId } = metadata
  if (actor.kind !== 'admin') return false
  return causationId !== commandId || eventRow(type)?.asksReason?.(before, earlier) === true
}
