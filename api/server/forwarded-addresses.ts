import type { FastifyInstance } from 'fastify'

/** Some proxies name the port of each visitor, which is another one for each connection. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = withoutPorts(forwarded)
    done()
  })
}

const withoutPorts = (forwarded: string) =>
  forwarded
    .split(',')
    .map((address) => address.trim().replace(/^"?\[([^\]]*)\](?::\d+)?"?$|^"?([^:"]+):\d+"?$/, '$1$2'))
    .join(', ')
