import fastifySwagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { optionalPackage } from '../../platform/optional-package.ts'
import { type Access, type Endpoint, mayBeLeftOut } from '../contract/endpoint.ts'
import { SECTIONS } from '../contract/endpoints.ts'
import { REFUSALS, type RefusalName } from '../contract/refusals.ts'
import { Problem } from '../contract/schema.ts'
import { IDEMPOTENCY_KEY, takesKey } from '../idempotency/idempotency.ts'
import { DOCUMENT_LIMITS, limitRoutes } from '../server/limits.ts'
import { endpointAt } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** The OpenAPI document at `/api/docs/json` and a page for it at `/api/docs`, both made from the routes' own schemas. */
export async function documentApi(app: FastifyInstance, { settings, clock }: Services): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Go Make Your Picks',
        version: settings.version,
        description:
          'Errors are `{ "error": "<a sentence a person can act on>" }`. Instants are ISO 8601 in UTC. The examples tell of one season: Connie runs the Family Cup, in which Ann, Bob and Cleo pick.',
      },
      tags: SECTIONS.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: { admin: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: documented(schema, route) }),
    transformObject: (document) =>
      'openapiObject' in document ? withOptionalBodies(document.openapiObject) : {},
  })
  await app.register(async (docs) => {
    limitRoutes(docs, { clock }, DOCUMENT_LIMITS)
    keepDocument(docs)
    if (settings.enableDevTools) await serveExplorer(docs)
    else await docs.register(serveDocument, { prefix: '/api/docs' })
  })
}

/** The generator calls every body required. */
function withOptionalBodies<Document extends object>(document: Document): Document {
  const { paths = {} } = document as { paths?: Record<string, Record<string, DescribedCall>> }
  for (const { requestBody } of Object.values(paths).flatMap((calls) => Object.values(calls))) {
    if (requestBody) requestBody.required = !mayBeLeftOut(requestBody.content['application/json'].schema)
  }
  return document
}

type DescribedCall = {
  requestBody?: { required: boolean; content: { 'application/json': { schema: TSchema } } }
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** It changes with the program alone, and is large: it is written once, so that it is compressed once. */
function keepDocument(docs: FastifyInstance) {
  let kept: Buffer | null = null
  docs.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.url !== '/api/docs/json') return
    kept ??= Buffer.from(JSON.stringify(docs.swagger()))
    return reply.type(JSON_TYPE).send(kept)
  })
}

/** Somebody else's script, on the origin whose storage holds the session: for developers alone. */
async function serveExplorer(app: FastifyInstance) {
  const { default: swaggerUi } = await optionalPackage(
    '@fastify/swagger-ui',
    'ENABLE_DEV_TOOLS',
    () => import('@fastify/swagger-ui'),
  )
  await app.register(swaggerUi, { routePrefix: '/api/docs', uiConfig: { layout: 'BaseLayout' } })
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

async function serveDocument(docs: FastifyInstance) {
  docs.get('/json', () => docs.swagger())
  docs.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE))
}

/** Every refusal has one shape, whatever else a route answers. */
export function declareProblems(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    const response = { '4xx': Problem, '5xx': Problem, ...(route.schema?.response as object) }
    route.schema = { ...route.schema, response }
  })
}

/** Who may make a call, in words. */
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
  const section = SECTIONS.find(({ endpoints }) => name in endpoints)
  const endpoint = section?.endpoints[name]
  const refusals = endpoint ? refusalsOf(endpoint, route) : []
  const isRefused = refusals.some((name) => REFUSALS[name].status < 500)
  const responses = Object.entries(schema?.response as Record<string, object>).filter(
    ([status]) => status !== '4xx' || isRefused,
  )
  return {
    ...schema,
    ...(endpoint && { description: `${endpoint.description}\n\nFor ${CALLERS[access]}.` }),
    ...(section && { tags: [section.name] }),
    // The scheme knows no roles; OpenAPI 3.1 lets a document name them here for the reader.
    ...(access !== 'public' && { security: [{ admin: [access] }] }),
    ...(takesKey(route.method, route.url) && { headers: KEY_HEADER }),
    response: Object.fromEntries(
      responses.map(([status, answer]) => [status, describedAnswer(status, answer, refusals)]),
    ),
  }
}

const KEY_HEADER = {
  type: 'object',
  properties: {
    [IDEMPOTENCY_KEY]: {
      ...{ type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
      description:
        'For 24 hours, the same request with the same key gets the first answer again, and does nothing.',
    },
  },
}

const ANSWERS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Started. The work goes on after the answer',
  502: 'The mail server does not take the mail',
  503: 'Not ready',
  '4xx': 'Refused',
  '5xx': 'The server failed',
}

/** Refusals have one shape; their examples are added here, so that nothing but the document knows them. */
function describedAnswer(status: string, schema: object, refusals: readonly RefusalName[]): object {
  const description = { 'x-response-description': ANSWERS[status] }
  if (schema !== Problem) return { ...schema, ...description }
  const examples = refusals
    .filter((name) => `${REFUSALS[name].status}`[0] === status[0])
    .map((name) => {
      const { status, title, example } = REFUSALS[name]
      return [name, { summary: `${status} ${title}`, value: example }]
    })
  return {
    ...description,
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  }
}

/** The refusals that follow from who may make the call and from what it takes, and those of the call's own. */
function refusalsOf(
  { access, params, body, querystring, refuses = [] }: Endpoint,
  { config, method, url }: RouteOptions,
) {
  const usual: Partial<Record<RefusalName, boolean>> = {
    wrongInput: Boolean(params ?? body ?? querystring),
    notSignedIn: access !== 'public',
    notAllowed: access === 'admin' || access === 'main_admin',
    notFound: params !== undefined,
    keyUnderWay: takesKey(method, url),
    keyUsed: takesKey(method, url),
    tooLarge: body !== undefined,
    tooMany: (config?.limiters ?? []).length > 0,
    bug: true,
    unavailable: true,
  }
  return (Object.keys(REFUSALS) as RefusalName[]).filter((name) => usual[name] || refuses.includes(name))
}
