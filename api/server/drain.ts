import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** For requests that are on their way over connections which their clients keep. */
const LINGER_MS = 1_000
const REQUESTS_LAST_MS = 5_000

/** @param onceClosed asks clients to close their connections: sooner, they would come back with new ones. */
export async function drain(server: Server, onceClosed: () => void): Promise<void> {
  if (!server.listening) return
  const drained = once(server, 'close')
  const cutOff = setTimeout(() => server.closeAllConnections(), REQUESTS_LAST_MS)
  await everythingRead()
  // An HTTP server's own `close` would end idle connections at once, and the requests that are on their way to them.
  NetServer.prototype.close.call(server)
  onceClosed()
  await Promise.race([drained, sleep(LINGER_MS, undefined, { ref: false })])
  await everythingRead()
  server.closeIdleConnections()
  await drained
  clearTimeout(cutOff)
}

/** A process that was busy finds connections and requests that came meanwhile; they are not idle. */
async function everythingRead() {
  await setImmediate()
  await setImmediate()
}
