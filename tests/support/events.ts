import { randomUUID } from 'node:crypto'
import type { EventMetadata } from '../../domain/event.ts'
import type { NewEvent } from '../../platform/event-store/event-store.ts'

const COMMAND_ID = '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11'

export const SOME_METADATA: EventMetadata = {
  actor: { kind: 'admin', id: 7 },
  commandId: COMMAND_ID,
  correlationId: COMMAND_ID,
  causationId: COMMAND_ID,
  occurredAt: '2026-03-01T12:00:00.000Z',
}

export function someEvent(data: unknown = {}): NewEvent {
  return { id: randomUUID(), type: 'SomethingHappened', data, metadata: SOME_METADATA }
}

export function someEvents(count: number): NewEvent[] {
  return Array.from({ length: count }, (_, index) => someEvent({ index }))
}
