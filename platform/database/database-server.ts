import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { reasonOf, StartRefusal } from '../start-refusal.ts'
import { openAdvisoryLocks } from './advisory-locks.ts'
import type { Database, OnError } from './database.ts'
import { refuseTransactionPooler } from './pooler-check.ts'
import { openWatchedPool } from './watched-pool.ts'

const CONNECTIONS_MAX = 8
const READ_CONNECTIONS_MAX = 4
/** Whoever asks hears within three seconds that the database is away. */
const CONNECTION_TIMEOUT_MS = 2_500
const TRIAL = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, query_timeout: CONNECTION_TIMEOUT_MS }
/** A process that froze in a transaction, or whose machine is gone, must not hold up the others with its locks. */
const SESSION_OPTIONS = [
  '-c idle_in_transaction_session_timeout=15s',
  '-c tcp_keepalives_idle=10',
  '-c tcp_keepalives_interval=5',
  '-c tcp_keepalives_count=3',
].join(' ')

/** A Postgres server. Throws StartRefusal when it does not answer, or stores text in anything but UTF-8. */
export async function openServer(options: { url: string; onError: OnError }): Promise<Database> {
  await refuseUnlessUtf8(options.url)
  await refuseTransactionPooler({ connectionString: options.url, ...TRIAL }).catch((cause: unknown) => {
    throw cause instanceof StartRefusal ? cause : unusable(options.url, cause)
  })
  const connection = {
    ...addressOf(options.url),
    keepAlive: true,
    application_name: 'go-make-your-picks',
  }
  const patient = { ...connection, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, pipeline: true }
  const { pool, close } = openWatchedPool({ ...patient, max: CONNECTIONS_MAX }, options.onError)
  const reading = openWatchedPool({ ...patient, max: READ_CONNECTIONS_MAX }, options.onError)
  const locks = openAdvisoryLocks(connection)
  return {
    kind: 'server',
    pool,
    kysely: new Kysely<object>({ dialect: new PostgresDialect({ pool }) }),
    reads: new Kysely<object>({ dialect: new PostgresDialect({ pool: reading.pool }) }),
    refuseWhenFull: async () => {},
    locks,
    alone: (work) => alone(pool, work),
    close: async () => {
      await locks.close()
      await Promise.all([close(), reading.close()])
    },
  }
}

/** What DATABASE_URL says in `?options=` is kept, and wins over ours. */
function addressOf(url: string) {
  const address = new URL(url)
  const theirs = address.searchParams.get('options')
  if (theirs === null) return { connectionString: url, options: SESSION_OPTIONS }
  address.searchParams.delete('options')
  return { connectionString: address.href, options: `${SESSION_OPTIONS} ${theirs}` }
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

async function refuseUnlessUtf8(url: string) {
  const encoding = await encodingOf(url).catch((cause: unknown) => {
    throw unusable(url, cause)
  })
  if (encoding === 'UTF8') return
  throw new StartRefusal(
    `The database at ${withoutSecrets(url)} has the encoding ${encoding}: it must be UTF8`,
  )
}

const unusable = (url: string, cause: unknown) =>
  new StartRefusal(`The database at ${withoutSecrets(url)} cannot be used: ${reasonOf(cause)}`, { cause })

async function encodingOf(url: string) {
  const client = new pg.Client({
    connectionString: url,
    ...TRIAL,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
    return rows[0]?.server_encoding
  } finally {
    await client.end()
  }
}

function withoutSecrets(url: string) {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
