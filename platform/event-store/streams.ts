import { type EventStore, type RecordedEvent, StreamTombstoned } from './event-store.ts'

type Log = Pick<EventStore, 'read'>

export async function readOrGone(store: Log, stream: string): Promise<RecordedEvent[] | null> {
  try {
    return await store.read(stream)
  } catch (error) {
    if (error instanceof StreamTombstoned) return null
    throw error
  }
}

export async function readIfThere(store: Log, stream: string): Promise<RecordedEvent[]> {
  return (await readOrGone(store, stream)) ?? []
}

class NotReadYet extends Error {
  readonly stream: string

  constructor(stream: string) {
    super(`Stream ${stream} is to be read first`)
    this.stream = stream
  }
}

/** For work in a transaction, which may hold the only connection: streams are read before it is done once more. */
export async function withStreamsRead<Result>(
  store: EventStore,
  work: (log: Log) => Promise<Result>,
  ahead: readonly string[] = [],
): Promise<Result> {
  const streams = new Map<string, RecordedEvent[]>()
  for (const stream of ahead) streams.set(stream, await readIfThere(store, stream))
  const log = {
    read: async (stream: string) => {
      const events = streams.get(stream)
      if (events === undefined) throw new NotReadYet(stream)
      return events
    },
  }
  for (;;) {
    try {
      return await work(log)
    } catch (error) {
      if (!(error instanceof NotReadYet) || streams.has(error.stream)) throw error
      streams.set(error.stream, await readIfThere(store, error.stream))
    }
  }
}
