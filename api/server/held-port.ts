import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refused } from '../../domain/refusal.ts'
import { VERSION } from '../../platform/version.ts'
import { securityHeaders } from '../answers/sent-answers.ts'
import { servedBelow } from './path.ts'
import { answerParserRefusal } from './requests.ts'

/** Holds the port while what the server needs is waited for: the process lives, and is not ready. Throws what `listen` does. */
export async function holdPort({ host, port, appUrl }: { host: string; port: number; appUrl: string }) {
  const headers = {
    ...{ ...securityHeaders(appUrl), 'retry-after': '5', 'cache-control': 'no-store' },
    'content-type': 'application/json; charset=utf-8',
  }
  const listener = servedBelow(appUrl, ({ url = '' }, response) => {
    const body = bodyAt(url.split('?')[0])
    response
      .writeHead('status' in body && body.status === 'live' ? 200 : 503, headers)
      .end(JSON.stringify(body))
  })
  const server = createServer({ requireHostHeader: false }, listener)
  server.on('clientError', answerParserRefusal(appUrl))
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
  if (path !== '/api/health') return refused('server-starting')
  return { status: 'degraded', version: VERSION, uptime: Math.round(process.uptime()), services: {} }
}
