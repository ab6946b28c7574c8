import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { dropSchema } from './checkpoint.ts'
import { READ_TABLES } from './read-models.ts'
import { inStep, type Replay, startReplay } from './replay.ts'
import type { AnyTable } from './table.ts'
import { READ_SCHEMA } from './version.ts'

const ROWS_AT_ONCE = 500
const DIFFERENCES_MAX = 100
const VALUE_LENGTH_MAX = 200

/** A value that is not what the log says. No column: the whole row is there on one side only. */
export type Difference = {
  table: string
  /** The row's key, as JSON. */
  key: string
  column: string | null
  live: string | null
  replay: string | null
}

export type TablesCheck = {
  events: number
  tables: number
  rows: number
  /** The first hundred. */
  differences: Difference[]
}

/**
 * Makes all read tables once more from the whole log and compares them with the live ones, row by row. The live tables move
 * on meanwhile: piece by piece the replay is brought to the same event, and only for that piece do both stand still.
 */
export async function verifyTables(
  database: Database,
  store: EventStore,
  { live = READ_SCHEMA, onEvents }: { live?: string; onEvents?: (count: number) => void } = {},
): Promise<TablesCheck> {
  const { kysely } = database
  const check: TablesCheck = { events: 0, tables: 0, rows: 0, differences: [] }
  const count = (events: number) => {
    check.events = events
    onEvents?.(events)
  }
  const replay = await startReplay({ database, store, schema: `${live}_verify`, onEvents: count })
  try {
    for (const table of Object.values<AnyTable>(READ_TABLES)) {
      // The checkpoint is what both sides are brought to.
      if (table.name === 'checkpoint') continue
      check.tables += 1
      await compareTable({ database, store, live, replay }, table, check)
    }
    return check
  } finally {
    await dropSchema(kysely, replay.schema)
  }
}

type Parts = { database: Database; store: EventStore; live: string; replay: Replay }

async function compareTable(parts: Parts, { name: table, key }: AnyTable, check: TablesCheck) {
  let after: Row | null = null
  do {
    const from: Row | null = after
    const piece: Piece = await inStep(parts, parts.replay, () => comparePiece(parts, table, key, from))
    check.rows += piece.rows
    for (const difference of piece.differences) {
      if (check.differences.length < DIFFERENCES_MAX) check.differences.push(difference)
    }
    after = piece.last
  } while (after !== null)
}

type Row = Record<string, unknown>
type Piece = { rows: number; differences: Difference[]; last: Row | null }
type Hashed = { key: string; hash: string; values: Row }

/** Rows behind `after`, up to the last of as many as one look takes; `last` is null at the end of the table. */
async function comparePiece(
  parts: Parts,
  table: string,
  key: readonly string[],
  after: Row | null,
): Promise<Piece> {
  const { kysely } = parts.database
  const some = await hashesIn(kysely, parts.live, table, key, { after, limit: ROWS_AT_ONCE })
  const until = some.length === ROWS_AT_ONCE ? (some.at(-1)?.values ?? null) : null
  const live = new Map(some.map((row) => [row.key, row]))
  const replayed = await hashesIn(kysely, parts.replay.schema, table, key, { after, until })
  const differences: Difference[] = []
  for (const row of replayed) {
    const other = live.get(row.key)
    live.delete(row.key)
    if (other?.hash !== row.hash) differences.push(...(await differencesIn(parts, table, key, row)))
  }
  for (const row of live.values()) differences.push(...(await differencesIn(parts, table, key, row)))
  return { rows: replayed.length, differences, last: until }
}

async function hashesIn(
  kysely: Kysely<object>,
  schema: string,
  table: string,
  key: readonly string[],
  range: { after: Row | null; until?: Row | null; limit?: number },
): Promise<Hashed[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const at = (row: Row) => sql.join(key.map((column) => row[column]))
  const { after, until = null, limit } = range
  const { rows } = await sql<{ hash: string } & Row>`
    select ${columns}, hashtextextended(row_of::text, 0)::text as hash
    from ${sql.table(`${schema}.${table}`)} row_of
    where ${after === null ? sql`true` : sql`(${columns}) > (${at(after)})`}
      and ${until === null ? sql`true` : sql`(${columns}) <= (${at(until)})`}
    order by ${columns}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(kysely)
  return rows.map(({ hash, ...values }) => ({ key: JSON.stringify(Object.values(values)), hash, values }))
}

/** Column by column; a row that one side does not have is one difference. */
async function differencesIn(
  { database: { kysely }, live: liveSchema, replay: { schema } }: Parts,
  table: string,
  key: readonly string[],
  row: Hashed,
): Promise<Difference[]> {
  const live = await findRow(kysely, liveSchema, table, key, row.values)
  const replay = await findRow(kysely, schema, table, key, row.values)
  if (live === null || replay === null) {
    return [{ table, key: row.key, column: null, live: shown(live?.row), replay: shown(replay?.row) }]
  }
  const columns = [...new Set([...Object.keys(live.columns), ...Object.keys(replay.columns)])]
  return columns
    .map((column) => ({ column, left: live.columns[column], right: replay.columns[column] }))
    .filter(({ left, right }) => left !== right)
    .map(({ column, left, right }) => ({
      ...{ table, key: row.key, column },
      live: shown(left),
      replay: shown(right),
    }))
}

/** All as JSON. */
type Found = { row: string; columns: Record<string, string> }

async function findRow(
  kysely: Kysely<object>,
  schema: string,
  table: string,
  key: readonly string[],
  values: Row,
): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select
      to_json(row_of)::text as row,
      (select json_object_agg(key, value::text) from json_each(to_json(row_of))) as columns
    from ${sql.table(`${schema}.${table}`)} row_of
    where (${sql.join(key.map((column) => sql.ref(column)))}) = (${sql.join(key.map((column) => values[column]))})
  `.execute(kysely)
  return rows[0] ?? null
}

const shown = (json: string | undefined) =>
  json === undefined || json === 'null' ? null : json.slice(0, VALUE_LENGTH_MAX)
