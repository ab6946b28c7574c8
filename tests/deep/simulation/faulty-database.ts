import type pg from 'pg'
import type { Database } from '../../../platform/database/database.ts'

export type DatabaseFaults = {
  /** Whether a statement fails before it gets to the database. */
  loses(statement: string): boolean
  /** Whether a commit is done and never answered. */
  hides(statement: string): boolean
  /** Around every statement under way. */
  busy<T>(work: () => Promise<T>): Promise<T>
}

const AWAY = () => new Error('Connection terminated unexpectedly')

/**
 * The same database, whose statements fail as `faults` has it at that moment. A rollback never does: on a connection that
 * really broke there would be nothing left to roll back.
 */
export function makeFaulty(database: Database, faults: () => DatabaseFaults | null): void {
  const { pool } = database
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const known = new WeakSet<pg.PoolClient>()
  pool.connect = (async () => {
    const client = await connect()
    if (!known.has(client)) {
      known.add(client)
      interfere(client, faults)
    }
    return client
  }) as typeof pool.connect
}

function interfere(client: pg.PoolClient, faults: () => DatabaseFaults | null) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.query = ((...args: unknown[]) => {
    const now = faults()
    if (now === null) return query(...args)
    const statement = String(args[0])
    return now.busy(async () => {
      if (statement !== 'rollback' && now.loses(statement)) throw AWAY()
      const answer = await query(...args)
      if (statement === 'commit' && now.hides(statement)) throw AWAY()
      return answer
    })
  }) as typeof client.query
}
