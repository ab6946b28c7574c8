import { setTimeout as sleep } from 'node:timers/promises'
import { jitteredPauseMs } from '../../time/pauses.ts'
import {
  type Appended,
  EventIdTaken,
  type Expected,
  type NewEvent,
  RevisionConflict,
  StreamTombstoned,
} from '../event-store.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { isAnswer } from './eventstoredb-errors.ts'
import { positionText, type StoredEvent, serverEvents } from './eventstoredb-events.ts'
import { CALL_TIMEOUTS, readStream } from './eventstoredb-read.ts'
import { writeTo } from './eventstoredb-retry.ts'

const RACES_MAX = 20

/** Never 'any': only with a revision does the server recognise a repeated append for as long as the stream lives. */
export async function appendToServer(
  connection: Connection,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): Promise<Appended> {
  if (events.length === 0) throw new RangeError('An append needs an event')
  if (new Set(events.map(({ id }) => id)).size < events.length) throw new EventIdTaken(stream)
  if (expected === 'any' || expected === 'stream_exists') {
    return appendAtHead(connection, stream, events, expected)
  }
  const appended = await appendAt(connection, stream, events, expected)
  if ('revision' in appended) return appended
  const before = earlierAppend(await readStream(connection, stream, 0), stream, events)
  if (before) return before
  throw new RevisionConflict(stream, expected, appended.actual)
}

async function appendAtHead(
  connection: Connection,
  stream: string,
  events: readonly NewEvent[],
  expected: 'any' | 'stream_exists',
): Promise<Appended> {
  for (let attempt = 1; ; attempt += 1) {
    const recorded = await readStream(connection, stream, 0)
    const before = earlierAppend(recorded, stream, events)
    if (before) return before
    const head = recorded.at(-1)?.event.revision ?? null
    if (head === null && expected === 'stream_exists') throw new RevisionConflict(stream, expected, head)
    const appended = await appendAt(connection, stream, events, head ?? 'no_stream')
    if ('revision' in appended) return appended
    if (attempt === RACES_MAX) throw new RevisionConflict(stream, expected, appended.actual)
    await sleep(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 100 }))
  }
}

type NotAppended = { actual: number | null }

async function appendAt(
  connection: Connection,
  stream: string,
  events: readonly NewEvent[],
  expected: number | 'no_stream',
): Promise<Appended | NotAppended> {
  const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected)
  const written = serverEvents(events)
  try {
    const { nextExpectedRevision, position } = await writeTo(
      connection.nodes,
      CALL_TIMEOUTS,
      (client, _, deadline) =>
        client.appendToStream(connection.prefix + stream, written, {
          expectedRevision,
          requiresLeader: true,
          deadline,
        }),
    )
    const revision = Number(nextExpectedRevision)
    return {
      revision,
      position: position ? positionText(position) : await positionAt(connection, stream, revision),
    }
  } catch (error) {
    if (isAnswer(error, 'stream-deleted')) throw new StreamTombstoned(stream)
    if (isAnswer(error, 'wrong-expected-version')) return { actual: revisionIn(error) }
    throw error
  }
}

async function positionAt(connection: Connection, stream: string, revision: number) {
  const [stored] = await readStream(connection, stream, revision)
  if (!stored) throw new Error(`The event store has written ${stream} ${revision} and does not find it`)
  return stored.event.position
}

/** Null when none of the ids is in the stream. Throws EventIdTaken unless they are this append. */
function earlierAppend(
  recorded: readonly StoredEvent[],
  stream: string,
  events: readonly NewEvent[],
): Appended | null {
  const ids = events.map(({ id }) => id)
  const start = recorded.findIndex(({ event }) => ids.includes(event.id))
  if (start === -1) return null
  const same = recorded.slice(start, start + ids.length)
  const last = same.at(-1)?.event
  const isWhole = same[0]?.place.index === 0 && same[0].place.size === ids.length
  if (!last || !isWhole || same.map(({ event }) => event.id).join() !== ids.join())
    throw new EventIdTaken(stream)
  return { revision: last.revision, position: last.position }
}

export function revisionIn(error: unknown): number | null {
  const actual = error instanceof Error && 'actualVersion' in error ? error.actualVersion : undefined
  return typeof actual === 'bigint' ? Number(actual) : null
}
