import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OnError } from './database.ts'
import { connectAsOurs } from './server-session.ts'

const PING_INTERVAL_MS = 500
const ANSWER_MS = 1_500

/** For a server that falls silent without closing connections: a ping notices, and cuts all until it answers again. */
export function openWatchedPool(config: pg.PoolConfig, onError: OnError) {
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
    // The pool does not listen while a connection is in use, and an error without a listener ends the process.
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

  /** A server with too many connections answers, and those that it has work. */
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
  await setImmediate()
  if (await Promise.race([answered, false])) return
  throw silence()
}
