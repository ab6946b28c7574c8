import type {
  AllStreamResolvedEvent,
  EventStoreDBClient,
  ReadPosition,
  ResolvedEvent,
  AllStreamRecordedEvent as ServerEvent,
} from '@eventstore/db-client'
import { type Position, START, StreamTombstoned } from '../event-store.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { isAnswer } from './eventstoredb-errors.ts'
import { positionText, type StoredEvent, storedEvent } from './eventstoredb-events.ts'
import { readFrom } from './eventstoredb-retry.ts'
import { recordedEvents } from './recorded-events.ts'

/** A person who waits for one failed call has an answer within three seconds. */
export const CALL_TIMEOUTS = { attemptMs: 1_700, totalMs: 2_400 }
const PAGE_EVENTS = { first: 16, most: 2_000 }

/** Asks the leader: another node may not know yet what was just written. Throws StreamTombstoned. */
export async function readStream(
  { nodes, prefix }: Connection,
  stream: string,
  from: number,
): Promise<StoredEvent[]> {
  const read = async (client: EventStoreDBClient, signal: AbortSignal) => {
    const reading = client.readStream(prefix + stream, { fromRevision: BigInt(from), requiresLeader: true })
    const events: StoredEvent[] = []
    for await (const { event } of recordedEvents<ResolvedEvent>(reading, signal)) {
      const stored = storedEvent(event, prefix)
      if (stored) events.push(stored)
    }
    return events
  }
  try {
    return await readFrom(nodes, CALL_TIMEOUTS, read)
  } catch (error) {
    if (isAnswer(error, 'stream-not-found')) return []
    if (isAnswer(error, 'stream-deleted')) throw new StreamTombstoned(stream)
    throw error
  }
}

export type End = { last: StoredEvent | undefined; at: Position }

/** Asks for few events first: any number of the server's own may come after our last one. */
export async function endOfLog(
  { nodes, prefix }: Connection,
  fits: (event: StoredEvent) => boolean,
  earlier: End | null,
): Promise<End> {
  let before: ReadPosition = 'end'
  let at: Position = START
  for (let count = PAGE_EVENTS.first; ; count = Math.min(2 * count, PAGE_EVENTS.most)) {
    const page = await pageBefore(nodes, before, count)
    const [newest] = page
    if (at === START && newest) at = positionText(newest.position)
    const last = page
      .map((event) => storedEvent(event, prefix))
      .find((stored) => stored !== null && fits(stored))
    const oldest = page.at(-1)
    if (last || !oldest || page.length < count) return { last: last ?? undefined, at }
    const isSeen = earlier && at >= earlier.at && positionText(oldest.position) <= earlier.at
    if (isSeen && (!earlier.last || fits(earlier.last))) return { last: earlier.last, at }
    before = oldest.position
  }
}

function pageBefore(nodes: Connection['nodes'], before: ReadPosition, maxCount: number) {
  return readFrom(nodes, CALL_TIMEOUTS, async (client, signal) => {
    const reading = client.readAll({
      ...{ direction: 'backwards', fromPosition: before, maxCount, requiresLeader: true },
    })
    const events: ServerEvent[] = []
    for await (const { event } of recordedEvents<AllStreamResolvedEvent>(reading, signal))
      if (event) events.push(event)
    return events
  })
}
