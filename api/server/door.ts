import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Door = {
  port: number
  close(): Promise<void>
}

/** Holds the port while what the server needs is waited for: the process lives, and is not ready. Throws what `listen` does. */
export async function openDoor({ host, port }: { host: string; port: number }): Promise<Door> {
  const server = createServer(answer)
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const ANSWERS: Readonly<Record<string, { status: number; body: object }>> = {
  '/api/health/live': { status: 200, body: { status: 'live' } },
  '/api/health/ready': { status: 503, body: { status: 'getting ready' } },
}

const GETTING_READY = {
  status: 503,
  body: { error: 'The server is getting ready. Please try again in a moment' },
}

const answer: RequestListener = ({ url = '' }, response) => {
  const { status, body } = ANSWERS[url.split('?')[0] ?? ''] ?? GETTING_READY
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '5' })
  response.end(JSON.stringify(body))
}
