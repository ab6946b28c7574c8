import pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'

/**
 * Locks and notifications belong to a connection. Throws StartRefusal behind a pooler that gives each transaction another
 * one, and what a connection throws.
 */
export async function refuseTransactionPooler(config: pg.ClientConfig): Promise<void> {
  const [one, other] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [one, other]) client.on('error', () => {})
  try {
    await one.connect()
    await other.connect()
    const before = await processOf(one)
    await other.query('begin')
    const between = await processOf(other)
    // Such a pooler has lent the first one's process to the second by now.
    const after = await processOf(one)
    await other.query('rollback')
    if (before === after && before !== between) return
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
  throw new StartRefusal(
    'DATABASE_URL leads to a pooler that shares connections between transactions: set its pool mode to session, or name the PostgreSQL server itself',
  )
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
