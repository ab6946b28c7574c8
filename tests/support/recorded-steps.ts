import { randomUUID } from 'node:crypto'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import type { Step } from '../domain/histories.ts'
import { createMemoryEventStore } from './memory-event-store.ts'

/** A history in a log, and the position behind each of its steps. */
export async function recordedSteps(
  steps: readonly Step[],
): Promise<{ store: EventStore; positions: Position[] }> {
  const store = createMemoryEventStore()
  const positions: Position[] = []
  for (const { appends, now } of steps) positions.push(await append(store, appends, now))
  return { store, positions }
}

async function append(store: EventStore, appends: Step['appends'], occurredAt: string): Promise<string> {
  const commandId = randomUUID()
  const actor = { kind: 'admin', id: 1 } as const
  const metadata = { actor, commandId, correlationId: commandId, causationId: commandId, occurredAt }
  let last = ''
  for (const { stream, events } of appends) {
    const recorded = events.map(({ type, data }) => ({ id: randomUUID(), type, data, metadata }))
    last = (await store.append(stream, recorded, 'any')).position
  }
  return last
}
