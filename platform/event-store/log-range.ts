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

/** Asks for what comes next while what came last is still being worked on. */
export async function* readAhead<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      // It is thrown where it is waited for.
      next.catch(() => {})
      yield value
    }
  } finally {
    // What it still waits for may take long: whoever has enough need not.
    source.return().catch(() => {})
  }
}
