import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { Problem } from './contract/schema.ts'

/** The OpenAPI document at `/api/docs/json` and a page for it at `/api/docs`, both made from the routes' own schemas. */
export async function documentApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Go Make Your Picks',
        version,
        description:
          'Errors are `{ "error": "<a sentence a person can act on>" }`. Instants are ISO 8601 in UTC.',
      },
      components: {
        securitySchemes: { admin: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => ({ url, schema: documented(schema, url, route.config?.access) }),
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' })
}

/** Every refusal has one shape, whatever else a route answers. */
export function declareProblems(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    const response = { '4xx': Problem, '5xx': Problem, ...(route.schema?.response as object) }
    route.schema = { ...route.schema, response }
  })
}

function documented(
  schema: FastifySchema | undefined,
  url: string,
  access: string | undefined,
): FastifySchema {
  if (access === undefined) return { ...schema, hide: true }
  const [, , first = '', second = first] = url.split('/')
  return {
    ...schema,
    tags: [first === 'admin' || first === 'public' ? second : first],
    ...(access === 'public' ? {} : { security: [{ admin: [] }] }),
  }
}
