import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import { StreamTombstoned } from '../event-store.ts'
import { type Connection, recordedEvents } from './eventstoredb-connection.ts'
import { type StoredEvent, storedEvent } from './eventstoredb-events.ts'
import { isAnswer, type Timeouts, withRetry } from './eventstoredb-retry.ts'

/** Short enough that a person who waits for one failed call has an answer within three seconds. */
export const CALL_TIMEOUTS = { attemptMs: 1_700, totalMs: 2_400 }
/** The way back over the server's own events may be long. */
const LAST_EVENT_TIMEOUTS = { attemptMs: 8_000, totalMs: 10_000 }

/** The leader is asked: another node may not know yet what was written a moment ago. Throws StreamTombstoned. */
export async function readStream(
  { client }: Connection,
  stream: string,
  from: number,
): Promise<StoredEvent[]> {
  const read = async (signal: AbortSignal) => {
    const reading = client.readStream(stream, { fromRevision: BigInt(from), requiresLeader: true })
    const events: StoredEvent[] = []
    for await (const { event } of recordedEvents<ResolvedEvent>(reading, signal)) {
      const stored = storedEvent(event)
      if (stored) events.push(stored)
    }
    return events
  }
  try {
    return await withRetry(CALL_TIMEOUTS, read)
  } catch (error) {
    if (isAnswer(error, 'stream-not-found')) return []
    if (isAnswer(error, 'stream-deleted')) throw new StreamTombstoned(stream)
    throw error
  }
}

/** The last event in the whole log that fits, undefined when none does. */
export async function lastEvent(
  { client }: Connection,
  fits: (event: StoredEvent) => boolean,
): Promise<StoredEvent | undefined> {
  return withRetry(LAST_EVENT_TIMEOUTS, async (signal) => {
    const reading = client.readAll({ direction: 'backwards', fromPosition: 'end', requiresLeader: true })
    for await (const { event } of recordedEvents<AllStreamResolvedEvent>(reading, signal)) {
      const stored = storedEvent(event)
      if (stored && fits(stored)) return stored
    }
    return undefined
  })
}

/** Settles once the server lets us read its log. Throws what it says instead, or EventStoreUnavailable. */
export async function firstAnswer({ client }: Connection, timeouts: Timeouts): Promise<void> {
  await withRetry(timeouts, async (signal) => {
    const reading = client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 })
    for await (const _ of recordedEvents<AllStreamResolvedEvent>(reading, signal));
  })
}
