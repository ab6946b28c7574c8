import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { withoutSecrets } from './config/address-without-secrets.ts'
import type { Config } from './config/config.ts'
import type { Database, OnError } from './database/database.ts'
import type { StartPostgres } from './database/database-embedded.ts'
import { openServer } from './database/database-server.ts'
import { migrate } from './database/migrations.ts'
import { closedToErased } from './erasing/closed-to-erased.ts'
import { type EventStore, START } from './event-store/event-store.ts'
import { openEventStoreDb } from './event-store/eventstoredb/eventstoredb-event-store.ts'
import { requireKnownFormat, requireKnownFormatOfEvents } from './event-store/log-format.ts'
import { createPostgresEventStore } from './event-store/postgres/postgres-event-store.ts'
import { upcastingStore } from './event-store/upcasting.ts'
import { StartRefusal } from './start-refusal.ts'

export type Installation = {
  database: Database
  store: EventStore
  /** Events as they were written: for seals and copies. */
  rawEventStore: EventStore
  close(): Promise<void>
}

type OpenOptions = {
  startPostgres?: StartPostgres
  /** Waits for as long as it takes. Without it, twenty seconds for the event store, and not at all for the database. */
  onWait?: (sentence: string) => void
  /** Throws StartRefusal where there is no league, and makes none. */
  mustExist?: boolean
}

export async function openInstallation(
  config: Config,
  onError: OnError,
  options: OpenOptions = {},
): Promise<Installation> {
  const isSeparateLog = config.eventStoreUrl !== null
  if (options.mustExist && !isSeparateLog) refuseMissingFolder(config)
  const database = await openDatabase(config, onError, options)
  let rawEventStore: EventStore | null = null
  const close = async () => {
    await (rawEventStore?.close() ?? Promise.resolve()).finally(() => database.close())
  }
  try {
    await requireKnownFormat(database.kysely)
    rawEventStore = await openEventStore(config, database, { ...options, onError })
    if (isSeparateLog) await requireKnownFormatOfEvents(rawEventStore)
    if (options.mustExist && (await isEmpty(database.kysely))) {
      // A lost database is made anew for the log that was left.
      if (!isSeparateLog || (await rawEventStore.head()) === START) throw noLeague(config)
    }
    await migrate(database.kysely)
    return { database, rawEventStore, store: closedToErased(upcastingStore(rawEventStore)), close }
  } catch (error) {
    await close()
    throw error
  }
}

function refuseMissingFolder(config: Config) {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) throw noLeague(config)
}

async function isEmpty(kysely: Kysely<object>): Promise<boolean> {
  const { rows } = await sql<{ keys: string | null }>`
    select to_regclass('private.keys')::text as keys`.execute(kysely)
  return !rows[0]?.keys
}

function noLeague({ databaseUrl, dataDir }: Config): StartRefusal {
  const [place, name] =
    databaseUrl === null ? [resolve(dataDir), 'DATA_DIR'] : [withoutSecrets(databaseUrl), 'DATABASE_URL']
  return new StartRefusal(`There is no league in ${place}: set ${name} as the server has it`)
}

async function openDatabase(
  config: Config,
  onError: OnError,
  { startPostgres, onWait }: OpenOptions,
): Promise<Database> {
  if (config.databaseUrl !== null)
    return openServer({ url: config.databaseUrl, onError, ...(onWait && { onWait }) })
  const { openEmbedded } = await import('./database/database-embedded.ts')
  return openEmbedded({ dataDir: config.dataDir, ...(startPostgres ? { startPostgres } : {}) })
}

async function openEventStore(
  { eventStoreUrl: url }: Config,
  database: Database,
  { onError, onWait }: OpenOptions & { onError: OnError },
): Promise<EventStore> {
  if (url === null) return createPostgresEventStore(database, { onError })
  return openEventStoreDb({ url, onError, ...(onWait && { onWait, startMs: Number.POSITIVE_INFINITY }) })
}
