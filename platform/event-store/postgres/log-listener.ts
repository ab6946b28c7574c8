import pg from 'pg'
import type { OnError } from '../../database/database.ts'
import { jitteredPauseMs } from '../../time/pauses.ts'
import { createNotifier, type Notifier } from './notifier.ts'

/** Notifies when another process has appended. Holds a connection of its own, and finds a new one when it breaks. */
export function listenToLog(
  connection: pg.ClientConfig,
  notifier: Notifier,
  onError: OnError,
): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = listen(connection, notifier, onError, closing.signal)
  return {
    close: () => {
      closing.abort()
      return ended
    },
  }
}

async function listen(
  connection: pg.ClientConfig,
  notifier: Notifier,
  onError: OnError,
  signal: AbortSignal,
) {
  const never = createNotifier()
  let failures = 0
  while (!signal.aborted) {
    try {
      await listenUntilBroken(connection, signal, () => {
        failures = 0
        notifier.notify()
      })
    } catch (error) {
      onError(error)
    }
    failures += 1
    const timeoutMs = jitteredPauseMs({ attempt: failures, firstMs: 100, longestMs: 5_000 })
    await never.wait({ heard: 0, timeoutMs, signal })
  }
}

/** Notifies once it listens as well, for what was appended while it did not. */
async function listenUntilBroken(connection: pg.ClientConfig, signal: AbortSignal, ring: () => void) {
  const client = new pg.Client(connection)
  const broken = new Promise<void>((resolve, reject) => {
    client.once('end', resolve)
    client.on('error', reject)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ring)
  try {
    await Promise.race([
      client
        .connect()
        .then(() => client.query('listen log'))
        .then(ring),
      broken,
    ])
    await broken
  } finally {
    await client.end().catch(() => {})
  }
}
