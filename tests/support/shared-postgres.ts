import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '#platform/database'
import {
  type EmbeddedOptions,
  openEmbedded,
  type RunningPostgres,
  startPostgres,
} from '#platform/database-embedded'
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

type Shared = { pglite: PGlite; shape: string }

/** Started in this process, empty, and in use by nobody. */
const idle: Shared[] = []

/**
 * Postgres as a first start leaves it, for one test. To start it costs half a second and to empty it some milliseconds, so
 * the tests of a process take turns. One whose tables are not what they were goes for good.
 */
export async function borrowPostgres(folder: string): Promise<RunningPostgres> {
  // The product looks there for room on the disk.
  await mkdir(folder, { recursive: true })
  const shared = idle.pop() ?? (await startShared())
  return {
    pglite: shared.pglite,
    stop: async () => {
      await shared.pglite.exec('rollback')
      await shared.pglite.exec('discard all')
      if ((await shapeOf(shared.pglite)) !== shared.shape) return shared.pglite.close()
      await shared.pglite.exec(PUT_BACK)
      idle.push(shared)
    },
  }
}

async function startShared(): Promise<Shared> {
  // Goes with the template, at the end of the run.
  const path = await mkdtemp(`${process.env.TEST_TEMPLATE}-shared-`)
  await copyTemplate(path)
  const { pglite } = await startPostgres(join(path, 'postgres'), () => {})
  await pglite.exec(REMEMBER)
  return { pglite, shape: await shapeOf(pglite) }
}

const OURS = ['log', 'read', 'vault']

/** Remembers what a first start leaves in the tables. */
const REMEMBER = `
  create schema pristine;
  do $$ declare found record; begin
    for found in select schemaname, tablename from pg_tables where schemaname in ('log', 'read', 'vault') loop
      execute format('create table pristine.%I as table %I.%I', found.schemaname || '.' || found.tablename, found.schemaname, found.tablename);
    end loop;
  end $$`

/** Puts it back. The log refuses to forget, but for a replica. */
const PUT_BACK = `
  set session_replication_role = replica;
  do $$ declare found record; begin
    for found in select nspname from pg_namespace
      where nspname !~ '^(pg_|information_schema$|public$|log$|read$|vault$|pristine$)' loop
      execute format('drop schema %I cascade', found.nspname);
    end loop;
    for found in select schemaname, tablename from pg_tables where schemaname in ('log', 'read', 'vault') loop
      execute format('delete from %I.%I', found.schemaname, found.tablename);
      execute format('insert into %I.%I select * from pristine.%I', found.schemaname, found.tablename, found.schemaname || '.' || found.tablename);
    end loop;
    for found in select schemaname, sequencename from pg_sequences where schemaname in ('log', 'read', 'vault') loop
      execute format('alter sequence %I.%I restart', found.schemaname, found.sequencename);
    end loop;
  end $$;
  reset all`

/** Every column, index, trigger and function: what a test may not leave in another form. */
const SHAPE = `
  select * from (
    select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') || is_nullable as line
      from information_schema.columns where table_schema = any ($1)
    union all select indexdef from pg_indexes where schemaname = any ($1)
    union all select tgname || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname || prosrc from pg_proc where pronamespace::regnamespace::text = any ($1)
  ) lines order by line`

async function shapeOf(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(SHAPE, [OURS])
  return JSON.stringify(rows)
}
