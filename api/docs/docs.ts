import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { optionalPackage } from '../../platform/optional-package.ts'
import { tagOf } from '../answers/sent-answers.ts'
import { type Access, type Endpoint, SECTIONS } from '../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../contract/endpoints.ts'
import { REFUSALS, type RefusalName } from '../contract/refusals.ts'
import { Problem } from '../contract/schema.ts'
import { IDEMPOTENCY_KEY, takesKey } from '../idempotency/idempotency.ts'
import { LIMITS, limitRoutes, PAGE_LIMITS } from '../server/limits.ts'
import { inPath, pathOf } from '../server/path.ts'
import { endpointAt } from '../server/serve.ts'
import type { Services } from '../server/services.ts'
import { type Examples, withComponents } from './components.ts'

/** The first answers of `tests/api/golden`, recorded with them. Read when the document is first asked for. */
let examples: Examples = {}

type Uses = Pick<Services, 'settings' | 'clock'>

/** The OpenAPI document at `/api/docs/json` and a page for it at `/api/docs`, both made from the routes' own schemas. */
export async function documentApi(app: FastifyInstance, { settings, clock }: Uses): Promise<void> {
  const path = pathOf(settings.appUrl)
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Go Make Your Picks',
        version: settings.version,
        description:
          'Errors are `{ "error": "<a sentence a person can act on>", "code": "<the rule>", "params": <what the sentence says of this case> }`. Instants are ISO 8601 in UTC. The examples are answers of a small league, which Connie runs; of long lists they show the first two entries.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: path || '/', description: 'This server' }],
      tags: Object.entries(SECTIONS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: { admin: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: documented(schema, route) }),
    transformObject: (document) =>
      'openapiObject' in document ? withComponents(document.openapiObject, examples) : {},
  })
  await app.register(async (docs) => {
    limitRoutes(docs, { clock }, PAGE_LIMITS.document)
    keepDocument(docs)
    if (settings.enableDevTools) await serveExplorer(docs, path)
    else
      await docs.register(async (pages) => serveDocument(pages, inPath(PAGE, path)), { prefix: '/api/docs' })
  })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** It changes with the program alone, and is large: it is written once, so that it is compressed and its tag computed once. */
function keepDocument(docs: FastifyInstance) {
  let kept: { body: Buffer; etag: string } | null = null
  docs.addHook('preHandler', async (request, reply) => {
    examples = (await import('./examples.json', { with: { type: 'json' } })).default
    if (request.routeOptions.url !== '/api/docs/json') return
    if (kept === null) {
      const body = Buffer.from(JSON.stringify(docs.swagger()))
      kept = { body, etag: tagOf(body) }
    }
    return reply.header('etag', kept.etag).type(JSON_TYPE).send(kept.body)
  })
}

/** Somebody else's script, on the origin whose storage holds the session: for developers alone. */
async function serveExplorer(app: FastifyInstance, path: string) {
  const { default: swaggerUi } = await optionalPackage(
    '@fastify/swagger-ui',
    'ENABLE_DEV_TOOLS',
    () => import('@fastify/swagger-ui'),
  )
  const uiConfig = { layout: 'BaseLayout' }
  await app.register(swaggerUi, { routePrefix: '/api/docs', indexPrefix: path, uiConfig })
}

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>API</title></head>
<body>
<h1>The API of this server</h1>
<p><a href="/api/docs/json">The OpenAPI document</a> describes every call. Any OpenAPI viewer shows it.</p>
<p>With <code>ENABLE_DEV_TOOLS=true</code> this page is such a viewer.</p>
</body>
</html>
`

function serveDocument(docs: FastifyInstance, page: string) {
  docs.get('/json', () => docs.swagger())
  docs.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}

export function declareProblems(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    const response = { '4xx': Problem, '5xx': Problem, ...(route.schema?.response as object) }
    route.schema = { ...route.schema, response }
  })
}

export const CALLERS: Record<Access, string> = {
  public: 'anybody',
  setup: 'any admin, also before the first-time setup',
  admin: 'any admin',
  main_admin: 'the main admin',
}

function documented(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  const access = route.config?.access
  if (access === undefined) return { ...schema, hide: true }
  const name = endpointAt(route)
  const endpoint: Endpoint | undefined = endpoints[name as EndpointName]
  const refusals = endpoint ? refusalsOf(endpoint, route) : []
  const statuses = refusals.map((name) => [`${REFUSALS[name].status}`, Problem] as const)
  const response = { ...Object.fromEntries(statuses), ...(schema?.response as object) }
  const isConditional = endpoint?.conditional === true
  const isRefused = statuses.some(([status]) => status < '500')
  const responses = Object.entries(response).filter(([status]) => status !== '4xx' || isRefused)
  const headers = {
    ...(takesKey(route.method, route.url) && KEY_HEADER),
    ...(isConditional && ETAG_HEADER),
  }
  return {
    ...schema,
    operationId: operationIdOf(name),
    ...(endpoint && {
      description: `${endpoint.description}\n\nFor ${CALLERS[access]}.`,
      tags: [endpoint.section],
    }),
    // The scheme knows no roles; OpenAPI 3.1 lets a document name them here for the reader.
    security: access === 'public' ? [] : [{ admin: [access] }],
    ...(Object.keys(headers).length > 0 && { headers: { type: 'object', properties: headers } }),
    response: Object.fromEntries([
      ...responses.map(([status, answer]) => [
        status,
        describedAnswer(status, answer, refusals, headersOf(status, isConditional)),
      ]),
      ...(isConditional ? [['304', UNCHANGED]] : []),
    ]),
  }
}

const operationIdOf = (name: string) =>
  name
    .replace(/\W+$/, '')
    .split(/\W+/)
    .map((word, index) => (index === 0 ? word.toLowerCase() : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('')

const KEY_HEADER = {
  [IDEMPOTENCY_KEY]: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[\\x21-\\x7e]+$',
    description:
      'For 24 hours, the same request with the same key gets the first answer again, and does nothing.',
  },
}

const ETAG_HEADER = {
  'if-none-match': { type: 'string', description: 'The `ETag` of an earlier answer.' },
}

const ETAG = { ETag: { type: 'string', description: 'Names this version of the answer.' } }
const RETRY_AFTER = {
  'Retry-After': { type: 'integer', description: 'After how many seconds to try again.' },
}

const UNCHANGED = { type: 'null', 'x-response-description': 'Not changed since that `ETag`', headers: ETAG }

const ANSWERS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Started. The work goes on after the answer',
  502: 'The mail server does not take the mail',
  503: 'Not available right now',
  '4xx': 'Refused for another reason',
  '5xx': 'The server failed',
}

function describedAnswer(status: string, schema: object, refusals: readonly RefusalName[], headers: object) {
  const ofRange = refusals.filter((name) => `${REFUSALS[name].status}`[0] === status[0])
  const ofStatus = refusals.filter((name) => `${REFUSALS[name].status}` === status)
  const titles = ofStatus.map((name) => REFUSALS[name].title)
  const described = {
    'x-response-description': ANSWERS[status] ?? titles.join(', or: '),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
  if (schema !== Problem) return { ...schema, ...described }
  const shown = ofStatus.length > 0 ? ofStatus : ofRange.slice(0, 1)
  const examples = shown.map((name) => {
    const { status, title, example } = REFUSALS[name]
    return [name, { summary: `${status} ${title}`, value: example }]
  })
  return { ...described, content: { 'application/json': { schema, examples: Object.fromEntries(examples) } } }
}

const headersOf = (status: string, isConditional: boolean) => ({
  ...(status === '200' && isConditional && ETAG),
  ...(['429', '503'].includes(status) && RETRY_AFTER),
})

function refusalsOf(
  { access, params, body, querystring, refuses = [] }: Endpoint,
  { method, url }: RouteOptions,
) {
  const usual: Partial<Record<RefusalName, boolean>> = {
    wrongInput: Boolean(params ?? body ?? querystring),
    notSignedIn: access !== 'public',
    notAllowed: access === 'admin' || access === 'main_admin',
    notFound: params !== undefined,
    keyUnderWay: takesKey(method, url),
    keyUsed: takesKey(method, url),
    tooLarge: body !== undefined,
    tooMany: LIMITS.some(({ routes }) => routes.some((limited) => limited === endpointAt({ method, url }))),
    bug: true,
    unavailable: true,
  }
  return (Object.keys(REFUSALS) as RefusalName[]).filter((name) => usual[name] || refuses.includes(name))
}
