import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withoutSecrets } from '../config/address-without-secrets.ts'
import { reasonOf, StartRefusal, UNKNOWN_AUTHORITY } from '../start-refusal.ts'
import { type WaitOptions, waitFor } from '../wait-for.ts'
import { openAdvisoryLocks } from './advisory-locks.ts'
import { type Database, DiskFull, type OnError } from './database.ts'
import { makeLocks } from './locks.ts'
import { refuseUnfitPooler } from './pooler-check.ts'
import { connectAsOurs, refuseUnusable, type ServerConnection, setSession } from './server-session.ts'
import { openWatchedPool } from './watched-pool.ts'

const CONNECTIONS_MAX = 8
const READ_CONNECTIONS_MAX = 4
const CONNECTION_TIMEOUT_MS = 2_500
const TRIAL = { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, query_timeout: CONNECTION_TIMEOUT_MS }

type ServerOptions = {
  url: string
  onError: OnError
  /** Waits for a server that is away, for as long as it takes. Without it, not at all. */
  onWait?: WaitOptions['onWait']
}

/** A Postgres server. Throws StartRefusal when it does not answer, or when a session of it cannot do what we need. */
export async function openServer(options: ServerOptions): Promise<Database> {
  const connection: ServerConnection = {
    connectionString: withKnownTls(options.url),
    keepAlive: true,
    application_name: 'go-make-your-picks',
    onConnect: setSession(options.url),
  }
  await waitForServer(connection, options)
  const pooled = { ...connection, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, pipeline: true }
  const { pool, close } = openWatchedPool({ ...pooled, max: CONNECTIONS_MAX }, options.onError)
  const reading = openWatchedPool({ ...pooled, max: READ_CONNECTIONS_MAX }, options.onError)
  const locks = makeLocks(openAdvisoryLocks(connection))
  return {
    kind: 'server',
    pool,
    kysely: new Kysely<object>({ dialect: new PostgresDialect({ pool }) }),
    reads: new Kysely<object>({ dialect: new PostgresDialect({ pool: reading.pool }) }),
    refuseWhenFull: async () => {},
    locks,
    close: async () => {
      await locks.close()
      await Promise.all([close(), reading.close()])
    },
  }
}

/** A full disk, or a server that ended or refused the connection after all checks: an error of ours has another severity. */
export function refusalByDatabase(cause: unknown): StartRefusal | null {
  if (cause instanceof DiskFull) return new StartRefusal(cause.message, { cause })
  if (!(cause instanceof pg.DatabaseError) || cause.severity !== 'FATAL') return null
  return new StartRefusal(`The database ended the connection: ${cause.message}`, { cause })
}

/** The driver takes these as `verify-full`, with ten lines of warning at each start. */
function withKnownTls(url: string): string {
  const isByLibpq = /[?&]uselibpqcompat=true(&|$)/.test(url)
  return isByLibpq ? url : url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

function waitForServer(connection: ServerConnection, { url, onWait }: ServerOptions): Promise<void> {
  const waiting = { startMs: onWait ? Number.POSITIVE_INFINITY : 0, onWait: onWait ?? (() => {}) }
  return waitFor(`The database at ${withoutSecrets(url)}`, waiting, async () => {
    try {
      await tryOut(connection, url)
      return null
    } catch (cause) {
      if (cause instanceof StartRefusal) throw cause
      const reason = UNKNOWN_AUTHORITY.test(reasonOf(cause))
        ? 'nobody known here has signed its certificate. Name the file of the authority in DATABASE_URL: sslrootcert=/path/to/ca.crt'
        : `${reasonOf(cause)}${(cause as { code?: string }).code === '42501' ? OTHER_OWNER : ''}`
      return { reason, cause, isForGood: !isAway(cause) }
    }
  })
}

const OTHER_OWNER = '. If another role restored it: REASSIGN OWNED BY that role, or restore with --no-owner'

export const isAway = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string }
  return AWAY_CODE.test(code) || /timeout|terminated/i.test(reasonOf(error))
}
const AWAY_CODE = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|ENET|EPIPE|57P0[123]$)/

async function tryOut(connection: ServerConnection, url: string) {
  await refuseUnfitPooler({ ...connection, ...TRIAL })
  const client = new pg.Client({ ...connection, ...TRIAL })
  client.on('error', () => {})
  try {
    await connectAsOurs(client, connection)
    await refuseUnusable(client, url)
  } finally {
    await client.end()
  }
}
