import { type EventStore, type RecordedEvent, StreamTombstoned } from './event-store.ts'

/** The events of a stream in order; empty for one that is missing, or was deleted for ever. */
export async function readIfThere(store: Pick<EventStore, 'read'>, stream: string): Promise<RecordedEvent[]> {
  try {
    return await store.read(stream)
  } catch (error) {
    if (error instanceof StreamTombstoned) return []
    throw error
  }
}

class NotReadYet extends Error {
  readonly stream: string

  constructor(stream: string) {
    super(`Stream ${stream} is to be read first`)
    this.stream = stream
  }
}

/**
 * Does work within a transaction that looks into the log: not while it lasts, as the log may be in the same database, with one
 * connection. Each stream that the work asks for is read before the work is done once more.
 * @param ahead streams that it will ask for, read first: it is done once then.
 */
export async function withStreamsRead<Result>(
  store: EventStore,
  work: (log: Pick<EventStore, 'read'>) => Promise<Result>,
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
