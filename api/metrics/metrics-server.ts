import { once } from 'node:events'
import { createServer } from 'node:http'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import type { Metrics } from './metrics.ts'

/** Serves `/metrics` on a port of its own, away from visitors. Throws StartRefusal. */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text()
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new StartRefusal(`Metrics cannot be served at ${host}:${port}: ${reasonOf(cause)}`, { cause })
  })
  const address = server.address()
  return {
    url: `http://${host}:${typeof address === 'object' ? address?.port : port}/metrics`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
