import pg from 'pg'
import type { OnError } from '../../database/database.ts'
import { connectAsOurs } from '../../database/server-session.ts'
import { createNotifier, type Notifier } from '../../notifier.ts'
import { jitteredPauseMs } from '../../time/pauses.ts'

export function listenToLog(pool: pg.Pool, notifier: Notifier, onError: OnError): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = listen(pool, notifier, onError, closing.signal)
  return {
    close: () => {
      closing.abort()
      return ended
    },
  }
}

async function listen(pool: pg.Pool, notifier: Notifier, onError: OnError, signal: AbortSignal) {
  const own = new Set<number>()
  pool.on('acquire', (client) => own.add(Reflect.get(client, 'processID')))
  pool.on('remove', (client) => own.delete(Reflect.get(client, 'processID')))
  const never = createNotifier()
  let failures = 0
  while (!signal.aborted) {
    try {
      await listenUntilBroken(pool.options, signal, (from) => {
        failures = 0
        if (from === null || !own.has(from)) notifier.notify()
      })
    } catch (error) {
      onError(error)
    }
    failures += 1
    const timeoutMs = jitteredPauseMs({ attempt: failures, firstMs: 100, longestMs: 5_000 })
    await never.wait({ heard: 0, timeoutMs, signal })
  }
}

async function listenUntilBroken(
  connection: pg.PoolConfig,
  signal: AbortSignal,
  ring: (from: number | null) => void,
) {
  const client = new pg.Client(connection)
  const broken = new Promise<void>((resolve, reject) => {
    client.once('end', resolve)
    client.on('error', reject)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ processId }) => ring(processId))
  try {
    await Promise.race([
      connectAsOurs(client, connection)
        .then(() => client.query('listen log'))
        .then(() => ring(null)),
      broken,
    ])
    await broken
  } finally {
    await client.end().catch(() => {})
  }
}
