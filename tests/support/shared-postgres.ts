import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../platform/database/database.ts'
import {
  type EmbeddedOptions,
  openEmbedded,
  type RunningPostgres,
  startPostgres,
} from '../../platform/database/database-embedded.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { copyTemplate } from './embedded.ts'
import { temporaryFolder } from './folder.ts'

export type EmbeddedForTest = { database: Database; dataDir: string; close(): Promise<void> }

/** A migrated embedded database. It is on a folder of its own, which goes with it, where it is to sync in a way of its own. */
export async function embeddedForTest(
  options: Omit<EmbeddedOptions, 'dataDir'> = {},
): Promise<EmbeddedForTest> {
  const folder = await temporaryFolder()
  if (options.fsync) await copyTemplate(folder.path)
  const start = options.fsync ? {} : { startPostgres: borrowPostgres }
  const database = await openEmbedded({ ...start, ...options, dataDir: folder.path })
  return {
    database,
    dataDir: folder.path,
    close: async () => {
      await database.close()
      await folder.remove()
    },
  }
}

type Shared = { pglite: PGlite; shape: string; restoreSql: string }

/** Started in this process, empty, and in use by nobody. */
const idle: Shared[] = []

/**
 * Postgres as a first start leaves it, for one test. To start it costs half a second and to empty it some milliseconds, so
 * the tests of a process hold locks. One whose tables are not what they were goes for good.
 */
export async function borrowPostgres(folder: string): Promise<RunningPostgres> {
  // The product looks there for room on the disk.
  await mkdir(folder, { recursive: true })
  const shared = idle.pop() ?? (await startShared())
  const { pglite, shape, restoreSql } = shared
  return {
    pglite,
    stop: async () => {
      await pglite.exec('rollback')
      await pglite.exec('discard all')
      if ((await shapeOf(pglite)) !== shape) return pglite.close()
      await pglite.exec(DROP_OTHER_SCHEMAS)
      await pglite.exec(restoreSql)
      idle.push(shared)
    },
  }
}

async function startShared(): Promise<Shared> {
  // Goes with the template, at the end of the run.
  const path = await mkdtemp(`${process.env.TEST_TEMPLATE}-shared-`)
  await copyTemplate(path)
  const { pglite } = await startPostgres(join(path, 'postgres'), () => {})
  return { pglite, shape: await shapeOf(pglite), restoreSql: await rememberRows(pglite) }
}

const OURS = ['log', READ_SCHEMA, 'private']

const DROP_OTHER_SCHEMAS = `
  do $$ declare found record; begin
    for found in select nspname from pg_namespace
      where nspname !~ '^(pg_|information_schema$|public$|log$|${READ_SCHEMA}$|private$|pristine$)' loop
      execute format('drop schema %I cascade', found.nspname);
    end loop;
  end $$`

/** Remembers what a first start leaves in the tables. Answers what puts it back: the log refuses to forget, but for a replica. */
async function rememberRows(pglite: PGlite): Promise<string> {
  await pglite.exec('create schema pristine')
  const tables = await linesOf(
    pglite,
    "select format('%I.%I', schemaname, tablename) as line from pg_tables where schemaname = any ($1)",
  )
  const sequences = await linesOf(
    pglite,
    "select format('%I.%I', schemaname, sequencename) as line from pg_sequences where schemaname = any ($1)",
  )
  const filled = []
  for (const table of tables) {
    const { rows } = await pglite.query(`select from ${table} limit 1`)
    if (rows.length === 0) continue
    await pglite.exec(`create table pristine."${table}" as table ${table}`)
    filled.push(table)
  }
  return [
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${table}`),
    ...filled.map((table) => `insert into ${table} select * from pristine."${table}"`),
    ...sequences.map((sequence) => `select setval('${sequence}', 1, false)`),
    'reset all',
  ].join(';')
}

/** Every column, index, trigger and function: what a test may not leave in another form. */
const SHAPE = `
  with ours as (select oid, relname from pg_class where relnamespace::regnamespace::text = any ($1))
  select relname || '.' || attname || ' ' || atttypid || attnotnull || coalesce(adbin::text, '') as line
    from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = ours.oid and adnum = attnum
    where attnum > 0
  union all select indexdef from pg_indexes where schemaname = any ($1)
  union all select format('%s %s %s', tgname, tgrelid, tgenabled) from pg_trigger where not tgisinternal
  union all select proname || prosrc from pg_proc where pronamespace::regnamespace::text = any ($1)
  order by line`

const shapeOf = async (pglite: PGlite) => (await linesOf(pglite, SHAPE)).join('\n')

async function linesOf(pglite: PGlite, query: string): Promise<string[]> {
  const { rows } = await pglite.query<{ line: string }>(query, [OURS])
  return rows.map(({ line }) => line)
}
