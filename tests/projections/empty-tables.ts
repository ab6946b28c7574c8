import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { createTables, readSchema, setGeneration } from '../../projections/engine/checkpoint.ts'
import { takeBatch } from '../../projections/engine/take-batch.ts'
import type { LogForTest } from '../support/log.ts'

let schemas = 0

/** Empty read tables, complete or under construction, and what takes events into them. */
export async function emptyTables({ database }: LogForTest, { isBuilding = false } = {}) {
  schemas += 1
  const schema = `tables_${schemas}`
  await createTables(database, schema)
  if (!isBuilding) await setGeneration(database.kysely, schema, 1)
  let position = ''
  return {
    schema,
    read: readSchema(database.kysely, schema),
    take: async (batch: readonly RecordedEvent[]) => {
      await takeBatch(database, schema, batch, position)
      position = batch.at(-1)?.position ?? position
    },
  }
}
