import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'
import type { Database } from './database.ts'
import { type FreeBytes, guardDiskSpace, refuseGrowth } from './disk-space.ts'
import { DurableNodeFS, type Fsync } from './durable-node-fs.ts'
import { lockFolder } from './folder-lock.ts'
import { makeLocks, NO_OTHERS } from './locks.ts'
import { cannotBeUsed, makePrivate } from './private-folder.ts'

const CONNECTION_TIMEOUT_MS = 10_000

/** PGlite never syncs (`-F`) unless told to. A recycled segment of the log would keep names of erased people. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=8MB', '-c', 'wal_recycle=off'],
]

const FOLDERS = [
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat'],
  ...['pg_stat_tmp', 'pg_tblspc', 'pg_twophase', 'pg_logical/mappings', 'pg_logical/snapshots'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
]

export type EmbeddedOptions = {
  dataDir: string
  fsync?: Fsync
  freeBytes?: FreeBytes
  startPostgres?: StartPostgres
}

export type StartPostgres = (folder: string, fsync?: Fsync) => Promise<RunningPostgres>
export type RunningPostgres = { pglite: PGlite; stop(): Promise<void> }

/** In `<dataDir>/postgres`, made on the first start. Throws StartRefusal when the folder cannot be used or is in use. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const lock = lockFolder(options.dataDir)
  try {
    const folder = join(options.dataDir, 'postgres')
    const { pglite, stop } = await (options.startPostgres ?? startPostgres)(folder, options.fsync)
    const pool = new SingleConnectionPool({
      ...createPgConfig(pglite),
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    })
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    const refuseWhenFull = guardDiskSpace({ folder, freeBytes: options.freeBytes })
    pool.on('connect', (client) => refuseGrowth(client, refuseWhenFull))
    return {
      kind: 'embedded',
      pool,
      ...{ kysely, reads: kysely },
      refuseWhenFull,
      locks: makeLocks(NO_OTHERS),
      close: async () => {
        await pool.end()
        await stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

export const startPostgres: StartPostgres = async (folder, fsync) => {
  try {
    if (!existsSync(folder)) await makeDatabase(folder)
    makePrivate(folder)
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true })
    // Left by a process that is gone: this one holds the lock.
    await rm(join(folder, 'postmaster.pid'), { force: true })
  } catch (cause) {
    if (cause instanceof StartRefusal) throw cause
    throw cannotBeUsed(`The database in ${folder} cannot be written`, cause)
  }
  const pglite = await startPGlite(folder, fsync)
  return { pglite, stop: () => pglite.close() }
}

/** A crash leaves nothing half made: it is copied aside, synced and moved. */
async function makeDatabase(folder: string) {
  const aside = `${folder}.unfinished-`
  const left = (await readdir(dirname(folder))).filter((name) => name.startsWith(basename(aside)))
  for (const name of left) await rm(join(dirname(folder), name), { recursive: true, force: true })
  const unfinished = await mkdtemp(aside)
  await copyFolder(emptyDatabase(), unfinished)
  for (const entry of await readdir(unfinished, { recursive: true })) sync(join(unfinished, entry))
  await rename(unfinished, folder)
  sync(dirname(folder))
}

async function copyFolder(from: string, to: string) {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const original = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, original))
    if (entry.isDirectory()) await mkdir(copy, { recursive: true, mode: 0o700 })
    else await writeFile(copy, await readFile(original), { mode: 0o600 })
  }
}

function emptyDatabase(): string {
  const places = ['../../database', '../../dist/database'].map((path) => join(import.meta.dirname, path))
  const found = places.find((place) => existsSync(join(place, 'PG_VERSION')))
  if (found === undefined) throw new StartRefusal('The empty database is not built: run npm run build')
  return found
}

/** Windows syncs neither through a handle that only reads. */
function sync(path: string) {
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

const GB = 2 ** 30

/** V8 in Node 24 takes 600 MB to optimise one function of Postgres, elsewhere 25. Without it a replay costs a third more. */
function spareMemory() {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  if (!process.version.startsWith('v24.') || memory >= GB) return
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag)
}

async function startPGlite(folder: string, fsync?: Fsync): Promise<PGlite> {
  spareMemory()
  try {
    return await PGlite.create({ fs: new DurableNodeFS(folder, fsync), startParams: START_PARAMS })
  } catch (cause) {
    // Without room it says only that it was aborted.
    await guardDiskSpace({ folder })()
    throw cannotBeUsed(`The database in ${folder} does not start`, cause)
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A failed query must not replace the one connection, as pg does: its rest would answer the next query. */
class SingleConnectionPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const turn = setImmediate()
    if (!callback) {
      return turn.then(() => super.connect()).then(kept, (error: Error) => Promise.reject(explained(error)))
    }
    void turn.then(() =>
      super.connect((error, client, done) =>
        callback(error && explained(error), client && kept(client), done),
      ),
    )
    return undefined
  }
}

function kept(client: pg.PoolClient): pg.PoolClient {
  const release = client.release
  client.release = () => release()
  return client
}

function explained(error: Error): Error {
  if (!error.message.startsWith('timeout exceeded')) return error
  return new Error(
    "The embedded database's one connection was not free for too long: is a query on the root handle made inside a transaction?",
    { cause: error },
  )
}
