import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { VERSION } from '../../platform/version.ts'
import { GETTING_READY, RETRY_AFTER } from './requests.ts'

/** Holds the port while what the server needs is waited for: the process lives, and is not ready. Throws what `listen` does. */
export async function openDoor({ host, port }: { host: string; port: number }) {
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

function bodyAt(path: string | undefined) {
  if (path === '/api/health/live') return { status: 'live' }
  if (path === '/api/health/ready') return { status: 'getting ready' }
  if (path !== '/api/health') return { error: GETTING_READY }
  return { status: 'degraded', version: VERSION, uptime: Math.round(process.uptime()), services: {} }
}

const answer: RequestListener = ({ url = '' }, response) => {
  const body = bodyAt(url.split('?')[0])
  response.writeHead(body.status === 'live' ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    ...RETRY_AFTER,
  })
  response.end(JSON.stringify(body))
}
