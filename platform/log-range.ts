import type { EventStore, Position, RecordedEvent } from './event-store.ts'

/** Every event after one position and up to another that stands in the log, in batches and in order. */
export async function* readRange(
  store: EventStore,
  { after, until }: { after: Position; until: Position },
): AsyncGenerator<readonly RecordedEvent[], void> {
  if (after >= until) return
  const stop = new AbortController()
  try {
    for await (const batch of store.subscribe({ after, signal: stop.signal })) {
      const last = batch.at(-1)
      const reached = last !== undefined && last.position >= until
      yield reached ? batch.filter(({ position }) => position <= until) : batch
      if (reached) return
    }
  } finally {
    stop.abort()
  }
}
