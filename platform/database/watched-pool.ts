import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OnError } from './database.ts'
import { connectAsOurs } from './server-session.ts'

/** Together well under the three seconds after which whoever asks for something hears that the database is away. */
const PING_INTERVAL_MS = 500
const ANSWER_MS = 1_500

export type WatchedPool = { pool: pg.Pool; close(): Promise<void> }

/**
 * Connections to a server that may fall silent without closing them, which would keep every query waiting for ever. The
 * watch asks it again and again over a connection of its own. When no answer comes, it cuts all connections, so that
 * what waits fails at once, and so does who asks for another, until there is an answer again. Long queries on a server
 * that answers are left alone. Each silence is told to onError once.
 */
export function openWatchedPool(config: pg.PoolConfig, onError: OnError): WatchedPool {
  let isSilent = false
  let isRefused = false
  class WatchedClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.Client> | undefined {
      if (!callback) return isSilent ? Promise.reject(silence()) : super.connect()
      if (isSilent) process.nextTick(callback, silence())
      else super.connect(callback)
      return undefined
    }
  }
  const pool = new pg.Pool({ ...config, Client: WatchedClient })
  pool.on('error', onError)
  const connected = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    connected.add(client)
    // While somebody holds a connection the pool does not listen: its next query fails, and the process must not.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => connected.delete(client))

  const closing = new AbortController()
  const watching = watch()
  return {
    pool,
    close: async () => {
      closing.abort()
      await watching
      await pool.end()
    },
  }

  async function watch() {
    while (!closing.signal.aborted) {
      await pingUntilItEnds().catch(cutAllUnlessItAnswers)
      await pause()
    }
  }

  /** A connection that breaks says nothing of the others: it is made anew. Throws when the server does not answer. */
  async function pingUntilItEnds() {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: ANSWER_MS })
    let isBroken = false
    client.on('error', () => {
      isBroken = true
    })
    try {
      await connectAsOurs(client, config)
      while (!closing.signal.aborted && !isBroken) {
        await answerOf(client)
        isSilent = false
        isRefused = false
        await pause()
      }
    } finally {
      client.connection.stream.destroy()
    }
  }

  /** A server that refuses a connection, because it has too many, answers, and those that there are work. */
  function cutAllUnlessItAnswers(error: unknown) {
    if (error instanceof pg.DatabaseError) {
      if (!isRefused) onError(error)
      isRefused = true
      isSilent = false
      return
    }
    if (!isSilent) onError(error)
    isSilent = true
    for (const client of connected) client.connection.stream.destroy()
  }

  async function pause() {
    await sleep(PING_INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => {})
  }
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

const silence = () => new Error('Connection terminated: the database does not answer')

async function answerOf(client: pg.Client) {
  const answered = client.query('select').then(
    () => true,
    () => true,
  )
  const late = sleep(ANSWER_MS, false, { ref: false })
  if (await Promise.race([answered, late])) return
  // A process that was busy itself finds the answer waiting.
  await setImmediate()
  if (await Promise.race([answered, false])) return
  throw silence()
}
