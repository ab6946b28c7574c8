import type { Database } from '../../platform/database/database.ts'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { migrate } from '../../platform/database/migrations.ts'
import type { EventStore, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { embeddedForTest } from './shared-postgres.ts'

export type LogForTest = { database: Database; store: EventStore; close(): Promise<void> }

/** An empty log in an embedded database of its own. */
export async function embeddedLog(): Promise<LogForTest> {
  const { database, close } = await embeddedForTest()
  return logIn(database, close)
}

/** The log of a PostgreSQL database, as another process would open it. */
export async function serverLog(url: string): Promise<LogForTest> {
  const database = await openServer({ url, onError: () => {} })
  await migrate(database.kysely)
  return logIn(database, () => database.close())
}

/** Opens a data folder that no application holds, and closes it again behind the work. */
export async function withFolder<T>(dataDir: string, work: (log: LogForTest) => Promise<T>): Promise<T> {
  const database = await openEmbedded({ dataDir, fsync: () => {} })
  const log = logIn(database, () => database.close())
  try {
    return await work(log)
  } finally {
    await log.close()
  }
}

/** Everything that ever happened, in order. */
export async function wholeLog(store: EventStore): Promise<RecordedEvent[]> {
  const head = await store.head()
  const events: RecordedEvent[] = []
  const stop = new AbortController()
  if (head === '') return events
  for await (const batch of store.subscribe({ after: '', signal: stop.signal })) {
    events.push(...batch)
    if ((batch.at(-1)?.position ?? '') >= head) stop.abort()
  }
  return events
}

function logIn(database: Database, closeDatabase: () => Promise<void>): LogForTest {
  const store = createPostgresEventStore(database, { onError: () => {} })
  return {
    database,
    store,
    close: async () => {
      await store.close()
      await closeDatabase()
    },
  }
}
