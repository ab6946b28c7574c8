import type { OnError } from '../../database/database.ts'
import { reasonOf, StartRefusal } from '../../start-refusal.ts'
import { type EventStore, EventStoreUnavailable, START } from '../event-store.ts'
import { appendToServer } from './eventstoredb-append.ts'
import { connect, withoutSecrets } from './eventstoredb-connection.ts'
import { firstAnswer, lastEvent, readStream } from './eventstoredb-read.ts'
import { followServer } from './eventstoredb-subscription.ts'
import { openTombstones } from './eventstoredb-tombstones.ts'

/** For a server that starts at the same time. */
const START_MS = 20_000
const START_ATTEMPT_MS = 5_000
const WATCH_MS = 10_000

/** The log in EventStoreDB or KurrentDB. Throws StartRefusal when it does not answer. */
export async function openEventStoreDb(options: {
  url: string
  onError: OnError
  /** How long to wait for a server that does not answer yet. */
  startMs?: number
  /** How often a subscription that brings nothing is compared with the log. */
  watchMs?: number
}): Promise<EventStore> {
  const { url, onError, startMs = START_MS, watchMs = WATCH_MS } = options
  const connection = await connect(url)
  const tombstones = openTombstones(connection)
  const head = async () => {
    await tombstones.refresh()
    return (await lastEvent(connection, tombstones.shows))?.event.position ?? START
  }
  try {
    await firstAnswer(connection, { attemptMs: START_ATTEMPT_MS, totalMs: startMs })
  } catch (error) {
    await connection.client.dispose()
    const cause = error instanceof EventStoreUnavailable ? error.cause : error
    throw new StartRefusal(`The event store at ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`, {
      cause,
    })
  }

  return {
    append: (stream, events, expected) => appendToServer(connection, stream, events, expected),
    read: async (stream, from = 0) => {
      const stored = await readStream(connection, stream, from)
      return stored.map(({ event }) => event)
    },
    subscribe: ({ after, signal }) =>
      followServer({ connection, tombstones, head, after, signal, watchMs, onError }),
    head,
    tombstone: (stream, expected) => tombstones.recordTombstone(stream, expected),
    close: () => connection.client.dispose(),
  }
}
