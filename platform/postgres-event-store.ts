import type pg from 'pg'
import { type Bell, createBell } from './bell.ts'
import type { Database, OnError } from './database.ts'
import { eventJson } from './event-json.ts'
import {
  type Appended,
  EventIdTaken,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type RecordedEvent,
  RevisionConflict,
  START,
  StreamTombstoned,
} from './event-store.ts'
import { listenToLog } from './log-listener.ts'
import { followLog } from './log-tail.ts'

const BATCH_EVENTS = 500
/** Embedded, nobody else can append, so the poll finds nothing that the bell has not told. */
const POLL_MS = { embedded: 5_000, server: 500 }

const EVENTS = `select position, stream, revision, event_id, type, data, metadata, recorded_at from log.events`

const READ = `
  select event.*, state.tombstoned
  from (select log.is_tombstoned($1) as tombstoned) state
  left join (${EVENTS}) event on event.stream = $1 and event.revision >= $2
  order by event.revision`

/** Whole appends: the limit reaches to the end of the append in which it falls. */
const BATCH = `${EVENTS}
  where position > $1 and position <= (
    select max(append_end)
    from (select append_end from log.events where position > $1 order by position limit ${BATCH_EVENTS}) batch
  )
  order by position`

/** The log in the database's own `log` schema, which `migrate` has made. */
export function createPostgresEventStore(database: Database, options: { onError: OnError }): EventStore {
  const { pool } = database
  const bell = createBell()
  const listener = database.kind === 'server' ? listenToLog(pool.options, bell, options.onError) : null

  return {
    append: (stream, events, expected) => append(database, bell, stream, events, expected),
    read: (stream, from = 0) => read(pool, stream, from),
    subscribe: ({ after, signal }) =>
      followLog({
        after,
        signal,
        bell,
        readBatch: (position) => readBatch(pool, position),
        pollMs: POLL_MS[database.kind],
        onError: options.onError,
      }),
    head: () => head(pool),
    tombstone: async (stream) => {
      await database.refuseWhenFull()
      await pool.query('select log.tombstone($1)', [stream])
    },
    close: async () => listener?.close(),
  }
}

type AppendRow = {
  outcome: 'appended' | 'conflict' | 'tombstoned' | 'id_taken'
  head: number | null
  last_position: string
}

async function append(
  database: Database,
  bell: Bell,
  stream: string,
  events: readonly NewEvent[],
  expected: Expected,
): Promise<Appended> {
  if (events.length === 0) throw new RangeError('An append needs an event')
  const columns = [
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => eventJson(event.data)),
    events.map((event) => eventJson(event.metadata)),
  ]
  await database.refuseWhenFull()
  const { rows } = await database.pool
    .query<AppendRow>('select * from log.append($1, $2, $3, $4, $5, $6)', [stream, expected, ...columns])
    .catch((error: unknown) => Promise.reject(isIdTwice(error) ? new EventIdTaken(stream) : error))
  const [row] = rows
  if (!row) throw new Error(`The append to ${stream} was not answered`)
  if (row.outcome === 'id_taken') throw new EventIdTaken(stream)
  if (row.outcome === 'tombstoned') throw new StreamTombstoned(stream)
  if (row.outcome === 'conflict' || row.head === null) throw new RevisionConflict(stream, expected, row.head)
  bell.ring()
  return { revision: row.head, position: positionOf(row.last_position) }
}

/** One append that holds an id twice. By name: PGlite's errors are not instances of pg's own class. */
function isIdTwice(error: unknown) {
  return error instanceof Error && 'constraint' in error && error.constraint === 'events_event_id_unique'
}

/** One row without an event tells a missing stream from a tombstoned one in the same question. */
async function read(pool: pg.Pool, stream: string, from: number): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<(EventRow | { event_id: null }) & { tombstoned: boolean }>(READ, [
    stream,
    from,
  ])
  if (rows[0]?.tombstoned) throw new StreamTombstoned(stream)
  return rows.flatMap(({ tombstoned, ...row }) => (row.event_id === null ? [] : [recordedEvent(row)]))
}

async function readBatch(pool: pg.Pool, after: Position): Promise<RecordedEvent[]> {
  const { rows } = await pool.query<EventRow>(BATCH, [after === START ? '0' : after])
  return rows.map(recordedEvent)
}

async function head(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ position: string | null }>(
    'select max(position) as position from log.events',
  )
  const position = rows[0]?.position
  return position ? positionOf(position) : START
}

type EventRow = Omit<RecordedEvent, 'id' | 'recordedAt'> & { event_id: string; recorded_at: Date }

function recordedEvent({ event_id, recorded_at, ...row }: EventRow): RecordedEvent {
  return { ...row, id: event_id, position: positionOf(row.position), recordedAt: recorded_at.toISOString() }
}

/** As many digits as a bigint can have, so that positions sort as text. */
function positionOf(bigint: string): Position {
  return bigint.padStart(19, '0')
}
