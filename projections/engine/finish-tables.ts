import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { countPoints } from '../points/count-points.ts'
import { indexesOfHistory } from '../read-models/history.ts'
import { readSchema } from './checkpoint.ts'
import type { Transaction } from './read-model.ts'
import { inTransaction } from './transaction.ts'

/** An embedded database builds an index on the event loop, where others wait: it has those of readers while tables are empty. */
export async function makeEarlyIndexes({ kind, kysely }: Database, schema: string): Promise<void> {
  if (kind === 'server') return
  const read = readSchema(kysely, schema)
  for (const index of indexesOfHistory(read)) await read.executeQuery(index.compile())
}

/** Counts the points that are due in tables under construction, season by season, and makes what only readers need: others are heard in between. */
export function finishTables(database: Database, schema: string): Promise<void> {
  return countUntilNoneIsDue(database, schema, () => {})
}

/** The same, and says in the transaction that finds nothing due that the tables are complete: from then on points are counted at once. */
export function completeTables(database: Database, schema: string): Promise<void> {
  return countUntilNoneIsDue(database, schema, ({ read, send }) => {
    send(read.updateTable('checkpoint').set({ generation: 1 }).where('generation', '=', 0))
  })
}

async function countUntilNoneIsDue(
  database: Database,
  schema: string,
  finish: (transaction: Transaction) => void,
): Promise<void> {
  const countNext = () =>
    inTransaction(database, schema, { ids: [], everySeason: false }, async (transaction) => {
      const { read, ask } = transaction
      const due = read
        .selectFrom('boards')
        .select('season_id')
        .where('points_due', '=', true)
        .orderBy('season_id')
        .limit(1)
      const [next] = await ask(due)
      if (next) await countPoints(transaction, next.season_id)
      else {
        if (database.kind === 'server') for (const index of indexesOfHistory(read)) transaction.send(index)
        finish(transaction)
      }
      return next !== undefined
    })
  while (await countNext()) await setImmediate()
}
