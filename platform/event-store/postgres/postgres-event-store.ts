import type pg from 'pg'
import { BATCH_EVENTS, type Database, type OnError } from '../../database/database.ts'
import { inBatches } from '../../in-batches.ts'
import { createNotifier } from '../../notifier.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  START,
  StreamTombstoned,
} from '../event-store.ts'
import { inTime } from './in-time.ts'
import { listenToLog } from './log-listener.ts'
import { followLog } from './log-tail.ts'
import { groupedAppend, positionOf } from './postgres-append.ts'

const TOGETHER_MAX = 200
/** Embedded, nobody else can append: the notifier tells all. */
const POLL_MS = { embedded: 5_000, server: 500 }

const EVENTS = `select position, stream, revision, event_id, type, data, metadata, recorded_at from only log.events`

/** A row without an event tells a missing stream from a deleted one. */
const READ = `
  select given.place, tombstones.stream is not null as tombstoned, event.*
  from unnest($1::text[], $2::integer[]) with ordinality as given (name, start, place)
  left join log.tombstones on tombstones.stream = given.name
  left join (${EVENTS}) event on event.stream = given.name and event.revision >= given.start
  order by given.place, event.revision`

/** The limit reaches to the end of the append in which it falls. */
const BATCH = `${EVENTS}
  where position > $1 and position <= (
    select max(append_end)
    from (select append_end from only log.events where position > $1 order by position limit $2) batch
  )
  order by position`

const TOMBSTONE = 'select done, head from log.tombstone($1, $2)'

export function createPostgresEventStore(database: Database, options: { onError: OnError }): EventStore {
  const { pool } = database
  const batchEvents = BATCH_EVENTS[database.kind]
  const notifier = createNotifier()
  const append = groupedAppend(database, notifier.notify)
  const read = inBatches<Reading, RecordedEvent[]>(TOGETHER_MAX, (readings) => readTogether(pool, readings))
  const listener = database.kind === 'server' ? listenToLog(pool, notifier, options.onError) : null

  return {
    append: (stream, events, expected, lastIdsOf = []) => append({ stream, events, expected, lastIdsOf }),
    read: (stream, from = 0) => read({ stream, from }),
    subscribe: ({ after, signal }) =>
      followLog({
        after,
        signal,
        notifier,
        batchEvents,
        head: () => head(pool),
        readBatch: (position) => readBatch(pool, position, batchEvents),
        pollMs: POLL_MS[database.kind],
        onError: options.onError,
      }),
    head: () => head(pool),
    tombstone: async (stream, expected) => {
      await database.refuseWhenFull()
      const closed = pool.query<{ head: number | null; done: boolean }>(TOMBSTONE, [stream, expected])
      const { rows } = await (database.kind === 'embedded' ? closed : inTime(closed, () => true))
      const [row] = rows
      if (row && !row.done) throw new RevisionConflict(stream, expected ?? 'any', row.head)
    },
    close: async () => listener?.close(),
  }
}

type Reading = { stream: string; from: number }
type ReadRow = (EventRow | { event_id: null }) & { place: string; tombstoned: boolean }

async function readTogether(
  pool: pg.Pool,
  readings: readonly Reading[],
): Promise<(RecordedEvent[] | Error)[]> {
  const { rows } = await pool.query<ReadRow>(READ, [
    readings.map(({ stream }) => stream),
    readings.map(({ from }) => from),
  ])
  const answers: (RecordedEvent[] | Error)[] = readings.map(() => [])
  for (const { place, tombstoned, ...row } of rows) {
    const index = Number(place) - 1
    const answer = answers[index]
    if (tombstoned) answers[index] = new StreamTombstoned(readings[index]?.stream ?? '')
    else if (Array.isArray(answer) && row.event_id !== null) answer.push(recordedEvent(row))
  }
  return answers
}

async function readBatch(pool: pg.Pool, after: Position, events: number): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<EventRow>(BATCH, [after === START ? '0' : after, events])
  return rows.map(recordedEvent)
}

async function head(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: string | null }>(
    'select max(position) as position from only log.events',
  )
  const position = rows[0]?.position
  return position ? positionOf(position) : START
}

type EventRow = Omit<RecordedEvent, 'id' | 'recordedAt'> & { event_id: string; recorded_at: Date }

function recordedEvent(row: EventRow): RecordedEvent {
  return {
    id: row.event_id,
    position: positionOf(row.position),
    stream: row.stream,
    revision: row.revision,
    type: row.type,
    data: row.data,
    metadata: row.metadata,
    recordedAt: row.recorded_at.toISOString(),
  }
}
