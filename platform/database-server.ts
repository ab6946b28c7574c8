import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, OnError } from './database.ts'
import { reasonOf, StartRefusal } from './start-refusal.ts'

const CONNECTIONS_MAX = 10
const CONNECTION_TIMEOUT_MS = 5_000

/** A Postgres server. Throws StartRefusal when it does not answer, or stores text in anything but UTF-8. */
export async function openServer(options: { url: string; onError: OnError }): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'go-make-your-picks',
  })
  pool.on('error', options.onError)
  try {
    await refuseUnlessUtf8(pool, options.url)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    kind: 'server',
    pool,
    kysely: new Kysely<object>({ dialect: new PostgresDialect({ pool }) }),
    refuseWhenFull: async () => {},
    alone: (work) => alone(pool, work),
    close: () => pool.end(),
  }
}

/** The lock belongs to a connection of its own and ends with it, whatever becomes of the work or of this process. */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query("select pg_advisory_lock(hashtextextended('alone', 0))")
    return await work()
  } finally {
    client.release(true)
  }
}

async function refuseUnlessUtf8(pool: pg.Pool, url: string) {
  const encoding = await encodingOf(pool).catch((cause: unknown) => {
    throw new StartRefusal(`The database at ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`, {
      cause,
    })
  })
  if (encoding === 'UTF8') return
  throw new StartRefusal(
    `The database at ${withoutSecrets(url)} has the encoding ${encoding}: it must be UTF8`,
  )
}

async function encodingOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  return rows[0]?.server_encoding
}

function withoutSecrets(url: string) {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
