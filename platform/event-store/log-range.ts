import type { EventStore, Position, RecordedEvent } from './event-store.ts'

const SILENCE_MS = 30_000

export class LogEndsEarly extends Error {
  constructor(reason: string) {
    super(`${reason}. If a backup was restored, restore the database and the event log that belong together`)
    this.name = 'LogEndsEarly'
  }
}

/** After one position and up to another. Throws LogEndsEarly. */
export async function* readRange(
  store: EventStore,
  { after, until }: { after: Position; until: Position },
): AsyncGenerator<readonly RecordedEvent[], void> {
  if (after >= until) return
  const head = await store.head()
  if (head < until) throw new LogEndsEarly(`The event log ends at ${head || 'its start'}, before ${until}`)
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  let silence = setTimeout(giveUp, SILENCE_MS)
  try {
    for await (const batch of store.subscribe({ after, signal: stop.signal })) {
      clearTimeout(silence)
      const last = batch.at(-1)
      const reached = last !== undefined && last.position >= until
      yield reached ? batch.filter(({ position }) => position <= until) : batch
      if (reached) return
      silence = setTimeout(giveUp, SILENCE_MS)
    }
    throw new LogEndsEarly(
      `The event log has brought nothing for ${SILENCE_MS / 1_000} seconds, before ${until}`,
    )
  } finally {
    clearTimeout(silence)
    stop.abort()
  }
}
