import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../../platform/version.ts'
import type { Health } from '../contract/health.ts'
import { HttpRefusal } from './problems.ts'
import type { Services } from './services.ts'

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

const GETTING_READY = 'The server is getting ready. Please try again in a moment'
const RETRY_AFTER = { 'retry-after': '5' }
const HEALTH = /^\/api\/(?:admin\/)?health\b/

/** Until the start is complete, the first admin included, only health is told. */
export function waitUntilReady(app: FastifyInstance, { lifecycle }: Pick<Services, 'lifecycle'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (lifecycle() !== 'starting' || HEALTH.test(request.url)) return done()
    reply.headers(RETRY_AFTER)
    done(new HttpRefusal(503, GETTING_READY))
  })
}

const ANSWERS: Readonly<Record<string, () => { status: number; body: object }>> = {
  '/api/health': () => ({ status: 503, body: unknownHealth() }),
  '/api/health/live': () => ({ status: 200, body: { status: 'live' } }),
  '/api/health/ready': () => ({ status: 503, body: { status: 'getting ready' } }),
}

const unknownHealth = (): Health => ({
  ...{ status: 'degraded', version: VERSION, uptime: Math.round(process.uptime()), services: {} },
})

const notYet = () => ({ status: 503, body: { error: GETTING_READY } })

const answer: RequestListener = ({ url = '' }, response) => {
  const { status, body } = (ANSWERS[url.split('?')[0] ?? ''] ?? notYet)()
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...RETRY_AFTER })
  response.end(JSON.stringify(body))
}
