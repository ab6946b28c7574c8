import type { EventMetadata } from '../../domain/event.ts'
import { findDescriptor } from '../../domain/event-table.ts'

export function asksReason(
  { type, data, metadata }: { type: string; data?: unknown; metadata: EventMetadata },
  earlier: readonly { type: string }[],
  before: unknown,
): boolean {
  const { actor, commandId, causationId } = metadata
  if (actor.kind !== 'admin') return false
  return (
    causationId !== commandId || findDescriptor(type)?.asksReason?.(before, earlier, data as never) === true
  )
}
