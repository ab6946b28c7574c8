import type { OnError } from '../../database/database.ts'
import type { WaitOptions } from '../../wait-for.ts'
import { isInLog } from '../checkpoint.ts'
import { type EventStore, START } from '../event-store.ts'
import { appendToServer } from './eventstoredb-append.ts'
import { connect } from './eventstoredb-connection.ts'
import { type End, endOfLog, readStream } from './eventstoredb-read.ts'
import { waitForServer } from './eventstoredb-start.ts'
import { followServer } from './eventstoredb-subscription.ts'
import { openTombstones } from './eventstoredb-tombstones.ts'

const START_MS = 20_000
const WATCH_MS = 10_000

/** EventStoreDB or KurrentDB. Throws StartRefusal when it cannot be used. */
export async function openEventStoreDb(
  options: {
    url: string
    onError: OnError
    watchMs?: number
  } & Partial<WaitOptions>,
): Promise<EventStore> {
  const { url, onError, startMs = START_MS, watchMs = WATCH_MS, onWait = () => {} } = options
  const connection = await connect(url)
  const tombstones = openTombstones(connection)
  let end: End | null = null
  const head = async () => {
    await tombstones.refresh()
    end = await endOfLog(connection, tombstones.shows, end)
    return end.last?.event.position ?? START
  }
  const read: EventStore['read'] = async (stream, from = 0) => {
    const stored = await readStream(connection, stream, from)
    return stored.map(({ event }) => event)
  }
  try {
    await waitForServer(connection, { url, startMs, onWait, onError })
  } catch (error) {
    await connection.nodes.close()
    throw error
  }

  return {
    append: (stream, events, expected) => appendToServer(connection, stream, events, expected),
    read,
    subscribe: ({ after, signal }) =>
      followServer({
        ...{ connection, tombstones, head, after, signal, watchMs, onError },
        isInLog: (checkpoint) => isInLog({ head, read }, checkpoint),
      }),
    head,
    tombstone: (stream, expected) => tombstones.recordTombstone(stream, expected),
    close: () => connection.nodes.close(),
  }
}
