import type { JSONEventData, JSONEventType } from '@eventstore/db-client'
import { v5 as uuidv5 } from 'uuid'
import { type RecordedEvent, RevisionConflict } from '../event-store.ts'
import { revisionIn } from './eventstoredb-append.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { isAnswer } from './eventstoredb-errors.ts'
import type { StoredEvent } from './eventstoredb-events.ts'
import { CALL_TIMEOUTS, readStream } from './eventstoredb-read.ts'
import { writeTo } from './eventstoredb-retry.ts'

const REGISTRY = 'tombstones'
const ENTRY_NAMESPACE = '0d1e4d0c-6f0b-4bb4-9a52-1c6a3f0c0a5e'

export type Tombstones = ReturnType<typeof openTombstones>

/** Until a scavenge, readers of the whole log still see the events of closed streams: a registry names these. */
export function openTombstones(connection: Connection) {
  const tombstoned = new Set<string>()
  let next = 0

  return {
    async refresh() {
      for (const { event } of await readStream(connection, REGISTRY, next)) {
        tombstoned.add(streamIn(event))
        next = Math.max(next, event.revision + 1)
      }
    },
    /** Whether readers of the whole log may see the event. Learns from the registry's own events. */
    shows({ event }: StoredEvent) {
      if (event.stream === REGISTRY) tombstoned.add(streamIn(event))
      return event.stream !== REGISTRY && !tombstoned.has(event.stream)
    },
    async recordTombstone(stream: string, expected?: number) {
      // If only the registry is written, nothing shows that should be gone.
      await enter(connection, stream)
      await close(connection, stream, expected)
      tombstoned.add(stream)
    },
  }
}

async function enter({ nodes, prefix }: Connection, stream: string) {
  const entry: JSONEventData<JSONEventType> = {
    id: uuidv5(prefix + stream, ENTRY_NAMESPACE),
    type: 'StreamTombstoned',
    contentType: 'application/json',
    data: { stream },
    metadata: { append: { index: 0, size: 1 } },
  }
  await writeTo(nodes, CALL_TIMEOUTS, (client, _, deadline) =>
    client.appendToStream(prefix + REGISTRY, entry, {
      expectedRevision: 'any',
      requiresLeader: true,
      deadline,
    }),
  )
}

async function close({ nodes, prefix }: Connection, stream: string, expected?: number) {
  const expectedRevision = expected === undefined ? 'any' : BigInt(expected)
  try {
    await writeTo(nodes, CALL_TIMEOUTS, (client, _, deadline) =>
      client.tombstoneStream(prefix + stream, { expectedRevision, requiresLeader: true, deadline }),
    )
  } catch (error) {
    if (isAnswer(error, 'wrong-expected-version')) {
      throw new RevisionConflict(stream, expected ?? 'any', revisionIn(error))
    }
    if (!isAnswer(error, 'stream-deleted')) throw error
  }
}

function streamIn({ data }: RecordedEvent): string {
  return typeof data === 'object' && data !== null && 'stream' in data ? `${data.stream}` : ''
}
