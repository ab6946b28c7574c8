import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { HeldLock } from '../../platform/database/locks.ts'
import { READ_SCHEMA } from './version.ts'

const REPORTS = 'reports'

const LOCK_WAIT = '10s'

/** Unless another process follows the tables that the views show. Replaced, never dropped: the rights to read them stay. */
export async function showReports({ kysely, locks }: Database, schema = READ_SCHEMA): Promise<void> {
  if (!(await hasTables(kysely, schema)) || (await isShown(kysely, schema))) return
  const others = (await schemasShown(kysely)).filter((name) => name !== schema)
  const held: HeldLock[] = []
  try {
    for (const other of others) {
      const lock = await locks.takeIfFree(other, 'exclusive')
      if (lock === null) return
      held.push(lock)
    }
    await replaceViews(kysely, schema)
  } finally {
    for (const lock of held) await lock.release()
  }
}

function replaceViews(kysely: Kysely<object>, schema: string): Promise<void> {
  return kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${REPORTS}))`.execute(transaction)
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(transaction)
    await sql`create schema if not exists ${sql.id(REPORTS)}`.execute(transaction)
    for (const [name, view] of Object.entries(VIEWS)) {
      await view(schema).execute(transaction)
      await sql`comment on view ${sql.id(REPORTS, name)} is ${sql.lit(DIGEST)}`.execute(transaction)
    }
  })
}

async function hasTables(kysely: Kysely<object>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${`${schema}.scores`}) is not null as "isThere"`.execute(kysely)
  return rows[0]?.isThere === true
}

async function isShown(kysely: Kysely<object>, schema: string): Promise<boolean> {
  const [shown, ...others] = await schemasShown(kysely)
  if (shown !== schema || others.length > 0) return false
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = to_regnamespace(${REPORTS}) and obj_description(oid, 'pg_class') = ${DIGEST}`.execute(
    kysely,
  )
  return rows.length === Object.keys(VIEWS).length
}

/** By what the views depend on: schemas are renamed when tables are rebuilt. */
export async function schemasShown(kysely: Kysely<object>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct shown.nspname::text as name
    from pg_depend
    join pg_rewrite on pg_rewrite.oid = pg_depend.objid
    join pg_class view on view.oid = pg_rewrite.ev_class
    join pg_class source on source.oid = pg_depend.refobjid and source.relkind = 'r'
    join pg_namespace shown on shown.oid = source.relnamespace
    where pg_depend.classid = 'pg_rewrite'::regclass
      and view.relnamespace = to_regnamespace(${REPORTS})`.execute(kysely)
  return rows.map(({ name }) => name)
}

const leaderboard = (schema: string) => sql`
  create or replace view ${sql.id(REPORTS, 'leaderboard')} as
  with ${seasons(schema)}, ${players(schema)}
  select season_id, season, player_id, player, rank, total_points
  from ${sql.id(schema, 'standings')}
  join seasons using (season_id)
  join players using (player_id)`

const graph = (schema: string) => sql`
  create or replace view ${sql.id(REPORTS, 'graph')} as
  with ${seasons(schema)}, ${players(schema)}, ${sports(schema)}
  select season_id, season, number as sport_number, round_id, sport, player_id, player,
    points, running_total
  from ${sql.id(schema, 'scores')}
  join seasons using (season_id)
  join sports using (round_id)
  join players using (player_id)`

// Each document is read once for a question, and not once for each row.
const seasons = (schema: string) => sql`seasons as materialized (
    select id as season_id, state -> 'season' ->> 'name' as season
    from ${sql.id(schema, 'documents')} where kind = 'season')`

const players = (schema: string) => sql`players as materialized (
    select id as player_id, state ->> 'name' as player
    from ${sql.id(schema, 'documents')} where kind = 'player')`

const sports = (schema: string) => sql`sports as materialized (
    select (round ->> 0)::integer as round_id, round -> 1 ->> 'sportName' as sport
    from ${sql.id(schema, 'documents')}, json_array_elements(state -> 'rounds') round
    where kind = 'season' and round -> 1 ->> 'sportName' is not null)`

const VIEWS: Record<string, (schema: string) => RawBuilder<unknown>> = { leaderboard, graph }

/** Another version of the program replaces them, although the tables are the same. */
const DIGEST = createHash('sha256')
  .update(JSON.stringify(Object.values(VIEWS).map((view) => view('').toOperationNode())))
  .digest('hex')
  .slice(0, 12)
