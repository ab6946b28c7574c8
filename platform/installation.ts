import type { Config } from './config/config.ts'
import type { Database, OnError } from './database/database.ts'
import { openEmbedded, type StartPostgres } from './database/database-embedded.ts'
import { openServer } from './database/database-server.ts'
import { migrate } from './database/migrations.ts'
import { closedToErased } from './erasing/closed-to-erased.ts'
import type { EventStore } from './event-store/event-store.ts'
import { openEventStoreDb } from './event-store/eventstoredb/eventstoredb-event-store.ts'
import { requireKnownFormat, requireKnownFormatOfEvents } from './event-store/log-format.ts'
import { createPostgresEventStore } from './event-store/postgres/postgres-event-store.ts'
import { upcastingStore } from './event-store/upcasting.ts'

/** Where the league is kept. */
export type Installation = {
  database: Database
  /** The log as everybody reads it: in today's form. */
  store: EventStore
  /** The same log, with events as they are kept: for seals and copies. */
  rawEventStore: EventStore
  close(): Promise<void>
}

type OpenOptions = {
  /** How the embedded database starts. */
  startPostgres?: StartPostgres
  /**
   * Waits for a database or an event store that is away for as long as it takes, and tells now and then what for. Without it,
   * twenty seconds for the event store, and not at all for the database.
   */
  onWait?: (sentence: string) => void
}

/** Opens what the configuration names, and brings it up to date. Throws StartRefusal. */
export async function openInstallation(
  config: Config,
  onError: OnError,
  options: OpenOptions = {},
): Promise<Installation> {
  const database = await openDatabase(config, onError, options)
  let rawEventStore: EventStore | null = null
  const close = async () => {
    await (rawEventStore?.close() ?? Promise.resolve()).finally(() => database.close())
  }
  try {
    await requireKnownFormat(database.kysely)
    rawEventStore = await openEventStore(config, database, { ...options, onError })
    if (config.eventStoreUrl !== null) await requireKnownFormatOfEvents(rawEventStore)
    await migrate(database.kysely)
    return { database, rawEventStore, store: closedToErased(upcastingStore(rawEventStore)), close }
  } catch (error) {
    await close()
    throw error
  }
}

function openDatabase(
  config: Config,
  onError: OnError,
  { startPostgres, onWait }: OpenOptions,
): Promise<Database> {
  return config.databaseUrl === null
    ? openEmbedded({ dataDir: config.dataDir, ...(startPostgres ? { startPostgres } : {}) })
    : openServer({ url: config.databaseUrl, onError, ...(onWait && { onWait }) })
}

async function openEventStore(
  { eventStoreUrl: url }: Config,
  database: Database,
  { onError, onWait }: OpenOptions & { onError: OnError },
): Promise<EventStore> {
  if (url === null) return createPostgresEventStore(database, { onError })
  return openEventStoreDb({ url, onError, ...(onWait && { onWait, startMs: Number.POSITIVE_INFINITY }) })
}
