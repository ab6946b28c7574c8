import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
  RouteOptions,
} from 'fastify'
import { type Endpoint, mayBeLeftOut } from '../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

type Route<Name extends EndpointName> = RouteOptions<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  (typeof endpoints)[Name],
  TypeBoxTypeProvider
>

export function serve<Name extends EndpointName>(
  app: App,
  name: Name,
  handler: Route<Name>['handler'],
  options: Pick<Route<Name>, 'onRequest' | 'exposeHeadRoute'> = {},
): void {
  const [method = '', path = ''] = name.split(' ')
  const { access, operator = false, conditional, body }: Endpoint = endpoints[name]
  app.route<RouteGenericInterface, unknown, (typeof endpoints)[Name]>({
    ...options,
    method,
    url: path.replace(/{(\w+)}/g, ':$1'),
    config: { access, operator, conditional: conditional === true },
    schema: endpoints[name],
    ...(body && mayBeLeftOut(body) && { preValidation: bodyOrNone }),
    handler,
  })
}

async function bodyOrNone(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}

/** The name that a route has in the table of endpoints; a HEAD is the GET without its body. */
export function endpointAt({ method, url }: { method: HTTPMethods | HTTPMethods[]; url: string }): string {
  const verb = `${method}`.replace('HEAD', 'GET')
  return `${verb} ${url.replace('/api', '').replace(/:(\w+)/g, '{$1}')}`
}

/** Refuses to start without a handler for each endpoint, and with a route that is in no table and not hidden. */
export function requireTable(api: FastifyInstance): void {
  const missing = new Set<string>(Object.keys(endpoints))
  api.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || route.schema?.hide) return
    const name = endpointAt(route)
    if (!missing.delete(name)) throw new Error(`There is no endpoint ${name}, or it is served twice`)
  })
  api.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`Nothing serves ${[...missing].join(', ')}`)
  })
}
