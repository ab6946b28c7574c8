import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartRefusal } from '../start-refusal.ts'
import { connectAsOurs, type ServerConnection } from './server-session.ts'

const LEFT_MS = 2_000
const PAUSE_MS = 20

/** Locks belong to a connection. Throws StartRefusal for a pooler that shares connections or hands them on as they are. */
export async function refuseUnfitPooler(config: ServerConnection): Promise<void> {
  const [one, other] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [one, other]) client.on('error', () => {})
  try {
    await connectAsOurs(one, config)
    await connectAsOurs(other, config)
    const before = await ask(one, 'pg_backend_pid()')
    await other.query('begin')
    const between = await ask(other, 'pg_backend_pid()')
    // A sharing pooler has lent the first one's process to the second by now.
    const after = await ask(one, 'pg_backend_pid()')
    await other.query('rollback')
    if (before !== after || before === between) throw new StartRefusal(SHARED)
    const lock = `pg_try_advisory_lock(hashtextextended('trial', ${randomInt(2 ** 31)}))`
    await ask(one, lock)
    await one.end()
    const deadlineMs = performance.now() + LEFT_MS
    while (!(await ask(other, lock))) {
      if (performance.now() > deadlineMs) throw new StartRefusal(NOT_RESET)
      await sleep(PAUSE_MS)
    }
    await ask(other, 'pg_advisory_unlock_all()')
  } finally {
    await Promise.allSettled([one.end(), other.end()])
  }
}

const SHARED =
  'DATABASE_URL leads to a pooler that shares connections between transactions: set its pool mode to session, or name the PostgreSQL server itself'
const NOT_RESET =
  'DATABASE_URL leads to a pooler that leaves the locks of a client to the next one: set its server_reset_query to DISCARD ALL, or name the PostgreSQL server itself'

async function ask(client: pg.Client, call: string): Promise<unknown> {
  const { rows } = await client.query<{ answer: unknown }>(`select ${call} as answer`)
  return rows[0]?.answer
}
