import { findDescriptor } from '../../domain/event-table.ts'
import { UPCASTERS, type Upcaster } from '../../domain/upcasters.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'

type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

class UnknownSchemaVersion extends Error {
  constructor({ type, position, metadata }: RecordedEvent) {
    super(
      `${type} at position ${position} has schema version ${metadata.schemaVersion}: it needs a newer version of this program`,
    )
    this.name = 'UnknownSchemaVersion'
  }
}

class UnknownEventType extends Error {
  constructor({ type, position }: RecordedEvent) {
    super(`${type} at position ${position} is a type of event that needs a newer version of this program`)
    this.name = 'UnknownEventType'
  }
}

export function schemaVersionOf(type: string, upcasters: Upcasters = UPCASTERS): number {
  return 1 + (upcasters[type]?.length ?? 0)
}

/** Events in today's form. Its readers throw UnknownSchemaVersion and UnknownEventType as well. */
export function upcastingStore(store: EventStore, upcasters: Upcasters = UPCASTERS): EventStore {
  const lift = (event: RecordedEvent) => upcast(event, upcasters)
  return {
    append: store.append,
    read: async (stream, from) => (await store.read(stream, from)).map(lift),
    subscribe: async function* (options) {
      for await (const batch of store.subscribe(options)) yield batch.map(lift)
    },
    head: () => store.head(),
    tombstone: (stream, expected) => store.tombstone(stream, expected),
    close: () => store.close(),
  }
}

function upcast(event: RecordedEvent, upcasters: Upcasters): RecordedEvent {
  const steps = upcasters[event.type] ?? []
  if (steps.length === 0 && findDescriptor(event.type) === null) throw new UnknownEventType(event)
  const version = event.metadata.schemaVersion ?? 1
  if (version > steps.length + 1) throw new UnknownSchemaVersion(event)
  if (version === steps.length + 1) return event
  const data = steps.slice(version - 1).reduce((lifted, step) => step(lifted as never), event.data)
  return { ...event, data }
}
