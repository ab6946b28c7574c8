import type { EventStore, Position } from './event-store.ts'

const LOOK_MS = 1_000

/** `events` are at least as many; the whole number as long as it is a few hundred. Null when the log does not bring what it has, or lacks what the tables show. Throws what the store throws. */
export async function measureLag(store: EventStore, position: Position, nowMs: number) {
  const head = await store.head()
  if (position === head) return { events: 0, seconds: 0 }
  if (position > head) return null
  for await (const batch of store.subscribe({ after: position, signal: AbortSignal.timeout(LOOK_MS) })) {
    const [oldest] = batch
    if (!oldest) continue
    const seconds = Math.max(0, Math.round((nowMs - Date.parse(oldest.recordedAt)) / 1_000))
    return { events: batch.length, seconds }
  }
  return null
}
