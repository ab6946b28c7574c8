import { type Kysely, sql } from 'kysely'

/** For dashboards: what everybody may see, under names that stay whatever version of the program builds the tables. */
const REPORTS = 'reports'

/** A dashboard that is being read keeps nobody waiting for longer. */
const LOCK_WAIT = '10s'

/**
 * Lets the views show the tables of this schema. They are replaced and never dropped, so that nobody finds none, and whoever was
 * allowed to read them still is. Names are those of now: an erasure reaches them.
 */
export async function pointReportsAt(kysely: Kysely<object>, schema: string): Promise<void> {
  if (!(await hasTables(kysely, schema)) || (await isShown(kysely, schema))) return
  await kysely.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${REPORTS}))`.execute(transaction)
    await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(transaction)
    await sql`create schema if not exists ${sql.id(REPORTS)}`.execute(transaction)
    for (const view of [leaderboard(schema), graph(schema)]) await view.execute(transaction)
  })
}

async function hasTables(kysely: Kysely<object>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${`${schema}.scores`}) is not null as "isThere"`.execute(kysely)
  return rows[0]?.isThere === true
}

/** By what the views depend on: schemas are renamed when tables are rebuilt. */
async function isShown(kysely: Kysely<object>, schema: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select distinct view.relname::text as name
    from pg_depend
    join pg_rewrite on pg_rewrite.oid = pg_depend.objid
    join pg_class view on view.oid = pg_rewrite.ev_class
    join pg_class source on source.oid = pg_depend.refobjid
    where pg_depend.classid = 'pg_rewrite'::regclass
      and view.relnamespace = to_regnamespace(${REPORTS})
      and source.relnamespace = to_regnamespace(${schema})`.execute(kysely)
  return rows.length === 2
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

// Each document is read once for a question, and not once for each of its rows.
const seasons = (schema: string) => sql`seasons as materialized (
    select id as season_id, state -> 'season' ->> 'name' as season
    from ${sql.id(schema, 'documents')} where kind = 'season')`

const players = (schema: string) => sql`players as materialized (
    select id as player_id, state -> 'player' ->> 'name' as player
    from ${sql.id(schema, 'documents')} where kind = 'player')`

const sports = (schema: string) => sql`sports as materialized (
    select (round ->> 0)::integer as round_id, round -> 1 ->> 'sportName' as sport
    from ${sql.id(schema, 'documents')}, json_array_elements(state -> 'rounds') round
    where kind = 'season')`
