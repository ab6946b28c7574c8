import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { startReplay } from '../../projections/engine/replay.ts'

/** Builds read tables in a schema of their own, up to the end of the log. What was in it before is gone. */
export async function replayInto(database: Database, store: EventStore, schema: string): Promise<void> {
  const replay = await startReplay({ database, store, schema })
  await replay.catchUp(await store.head())
}
