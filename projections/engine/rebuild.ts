import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { type EventStore, type Position, START } from '../../platform/event-store/event-store.ts'
import { dropSchema, findCheckpoint, findPosition, setGeneration } from './checkpoint.ts'
import { inStep, startReplay } from './replay.ts'
import { showReports } from './report-views.ts'
import { READ_SCHEMA } from './version.ts'

type RebuildOptions = {
  schema?: string
  onEvents?: (count: number) => void
}

/** Builds the tables again from the whole log, and swaps them at the end. Returns the position that they have reached. */
export async function rebuild(
  database: Database,
  store: EventStore,
  { schema: live = READ_SCHEMA, onEvents }: RebuildOptions = {},
): Promise<Position> {
  const { kysely } = database
  const [next, last] = [`${live}_next`, `${live}_last`]
  const replay = await startReplay({ database, store, schema: next, ...(onEvents && { onEvents }) })
  // Views that were left to the last tables would go with them.
  await showReports(database, live)
  await dropSchema(kysely, last)
  await inStep({ database, store, live }, replay, () =>
    kysely.transaction().execute(async (transaction) => {
      await sql`create schema if not exists ${sql.id(live)}`.execute(transaction)
      const generation = (await findCheckpoint(transaction, live))?.generation ?? 0
      await setGeneration(transaction, next, generation + 1)
      await sql`alter schema ${sql.id(live)} rename to ${sql.id(last)}`.execute(transaction)
      await sql`alter schema ${sql.id(next)} rename to ${sql.id(live)}`.execute(transaction)
    }),
  )
  // A dashboard that reads for long keeps the old tables until the next time.
  const isShown = await showReports(database, live).then(
    () => true,
    () => false,
  )
  if (isShown) await dropSchema(kysely, last)
  return (await findPosition(kysely, live)) ?? START
}
