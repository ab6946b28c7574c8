import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { dropSchema } from '../engine/checkpoint.ts'
import { inStep, type Replay, startReplay } from '../engine/replay.ts'
import { READ_SCHEMA } from '../engine/version.ts'
import { READ_TABLES } from '../read-models/read-tables.ts'
import type { AnyTable } from '../read-models/table.ts'

const ROWS_AT_ONCE = 500
const DIFFERENCES_MAX = 100
const VALUE_LENGTH_MAX = 200

/** No column: the whole row is on one side only. */
export type Difference = {
  table: string
  key: string
  column: string | null
  live: string | null
  replay: string | null
}

export type TablesCheck = {
  events: number
  tables: number
  rows: number
  differences: Difference[]
}

/** Piece by piece: for each, the replay is brought to the same event, and only for that piece do both stop. */
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

async function compareTable(parts: Parts, table: AnyTable, check: TablesCheck) {
  let after: Key | null = null
  do {
    const from: Key | null = after
    const piece: Piece = await inStep(parts, parts.replay, () => comparePiece(parts, table, from))
    check.rows += piece.rows
    check.differences.push(...piece.differing.flatMap((row) => differencesIn(table, row)))
    check.differences.splice(DIFFERENCES_MAX)
    after = piece.last
  } while (after !== null)
}

type Key = Record<string, unknown>
type Side = { row: string; columns: Record<string, string> } | null
type Differing = { key: unknown[]; live: Side; replay: Side }
type Piece = { rows: number; differing: Differing[]; last: Key | null }

/** `last` is null at the end of the table. */
async function comparePiece(
  { database: { kysely }, live, replay }: Parts,
  { name, key }: AnyTable,
  after: Key | null,
): Promise<Piece> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const valuesOf = (row: Key) => sql.join(key.map((column) => row[column]))
  const isAfter = after === null ? sql`true` : sql`(${columns}) > (${valuesOf(after)})`
  const keysIn = (schema: string) => sql`(
    select ${columns} from ${sql.table(`${schema}.${name}`)} where ${isAfter} order by ${columns} limit ${ROWS_AT_ONCE})`
  // Of both sides, because one may have lost its rows.
  const { rows: keys } = await sql<Key>`
    select ${columns} from (${keysIn(live)} union ${keysIn(replay.schema)}) keys
    order by ${columns} limit 1 offset ${ROWS_AT_ONCE - 1}`.execute(kysely)
  const [last = null] = keys
  const range = last === null ? isAfter : sql`${isAfter} and (${columns}) <= (${valuesOf(last)})`
  const rowsIn = (schema: string) => sql`(select * from ${sql.table(`${schema}.${name}`)} where ${range})`
  const { rows: pieces } = await sql<Omit<Piece, 'last'>>`
    select count(replay)::integer as rows,
      coalesce(
        json_agg(
          json_build_object('key', json_build_array(${columns}), 'live', ${side('live')}, 'replay', ${side('replay')})
          order by replay::text is null, ${columns}
        ) filter (where live::text is distinct from replay::text),
        '[]'
      ) as differing
    from ${rowsIn(live)} live full join ${rowsIn(replay.schema)} replay using (${columns})`.execute(kysely)
  const [piece = { rows: 0, differing: [] }] = pieces
  return { ...piece, last }
}

const side = (name: string) => sql`(
  select json_build_object(
    'row', json::text,
    'columns', (select json_object_agg(key, value::text) from json_each(json))
  ) from to_json(${sql.id(name)}) json where json is not null)`

function differencesIn({ name: table }: AnyTable, differing: Differing): Difference[] {
  const { live, replay } = differing
  const key = JSON.stringify(differing.key)
  if (live === null || replay === null) {
    return [{ table, key, column: null, live: shown(live?.row), replay: shown(replay?.row) }]
  }
  return Object.keys({ ...live.columns, ...replay.columns })
    .map((column) => ({ column, left: live.columns[column], right: replay.columns[column] }))
    .filter(({ left, right }) => left !== right)
    .map(({ column, left, right }) => ({ table, key, column, live: shown(left), replay: shown(right) }))
}

const shown = (json: string | undefined) =>
  json === undefined || json === 'null' ? null : json.slice(0, VALUE_LENGTH_MAX)
