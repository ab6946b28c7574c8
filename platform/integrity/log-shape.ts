import { type Kysely, sql } from 'kysely'
import type { EventStore } from '../event-store/event-store.ts'
import { readOrGone } from '../event-store/streams.ts'
import { erasedStreams } from './erased-places.ts'

const SHOWN_MAX = 20

/** Positions, ends of appends and closed streams, which no event says. A sentence for each that is wrong. */
export async function checkShape(kysely: Kysely<object>, store: EventStore): Promise<string[]> {
  const erased = await erasedStreams(store)
  return [
    ...(await sentences(kysely, HIDDEN)),
    ...(await sentences(kysely, TORN)),
    ...(await sentences(kysely, LEFT_BEHIND)),
    ...(await closedWithoutErasure(kysely, erased)),
    ...(await erasedAndOpen(store, erased)),
  ]
}

type Row = { place: string; what: string }

const HIDDEN = sql<Row>`
  select format('%s at position %s (%s, revision %s)', type, position, stream, revision) as place,
    'is at a position that is never read' as what
  from only log.events where position <= 0 order by position limit ${sql.lit(SHOWN_MAX)}`

const TORN = sql<Row>`
  select format('%s at position %s (%s, revision %s)', type, position, stream, revision) as place,
    'names another end of its append' as what
  from (
    select *, lead(append_end) over log as next_end, lead(stream) over log as next_stream,
      lead(command) over log as next_command
    from (select *, substring(metadata::text from '"commandId"\\s*:\\s*"([^"]*)"') as command from only log.events) event
    window log as (order by position)
  ) event
  where append_end < position
    or append_end > position and (next_end, next_stream, next_command) is distinct from (append_end, stream, command)
  order by position limit ${sql.lit(SHOWN_MAX)}`

const LEFT_BEHIND = sql<Row>`
  select format('%s at position %s (%s, revision %s)', type, position, stream, revision) as place,
    'was left in a closed stream' as what
  from only log.events join log.tombstones using (stream) order by position limit ${sql.lit(SHOWN_MAX)}`

async function sentences(kysely: Kysely<object>, query: typeof HIDDEN): Promise<string[]> {
  const { rows } = await query.execute(kysely)
  return rows.map(({ place, what }) => `${place} ${what}`)
}

async function closedWithoutErasure(kysely: Kysely<object>, erased: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ stream: string }>`select stream from log.tombstones order by 1`.execute(kysely)
  return rows
    .filter(({ stream }) => !erased.includes(stream))
    .slice(0, SHOWN_MAX)
    .map(({ stream }) => `the stream ${stream} is closed, and no erasure says why`)
}

async function erasedAndOpen(store: EventStore, erased: readonly string[]): Promise<string[]> {
  const open: string[] = []
  for (const stream of erased) {
    if (open.length < SHOWN_MAX && (await readOrGone(store, stream)) !== null)
      open.push(`the stream ${stream} is open, although an erasure closed it`)
  }
  return open
}
