import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { countPoints } from '../points/count-points.ts'
import { READ_TABLES } from '../read-models/read-tables.ts'
import { type AnyTable, createIndexes } from '../read-models/table.ts'
import { inTransaction } from './transaction.ts'

/** Counts points season by season: others are heard in between. Then points are counted at once. */
export async function finishTables(database: Database, schema: string): Promise<void> {
  while (await countNext(database, schema)) await setImmediate()
}

function countNext(database: Database, schema: string): Promise<boolean> {
  return inTransaction(
    database,
    schema,
    { ids: [], everySeason: false },
    async (transaction, { checkpoint }) => {
      const { read, ask, send } = transaction
      if (checkpoint.generation > 0) return false
      const due = read.selectFrom('boards').select('season_id').where('points_due', '=', true)
      const [next] = await ask(due.orderBy('season_id').limit(1))
      if (next) await countPoints(transaction, next.season_id)
      else {
        for (const table of Object.values<AnyTable>(READ_TABLES)) {
          for (const index of createIndexes(read, table, table.lateIndexes)) send(index)
        }
        send(read.updateTable('checkpoint').set({ generation: 1 }))
      }
      return next !== undefined
    },
  )
}
