import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../api/contract/endpoint.ts'
import { endpoints } from '../../api/contract/endpoints.ts'
import { requireTable } from '../../api/server/serve.ts'
import { compileValidator } from '../../api/server/validation.ts'

test('a server without a handler for each endpoint does not start', async () => {
  const app = Fastify()
  requireTable(app)
  await expect(app.ready()).rejects.toThrow(/Nothing serves .*GET \/public\/seasons,/)
})

test('a route that is in no table does not start', () => {
  const app = Fastify()
  requireTable(app)
  expect(() => app.get('/api/public/secrets', () => 'none')).toThrow(
    'There is no endpoint GET /public/secrets',
  )
})

test('what the first request of a route compiles can be compiled', () => {
  for (const [name, { params, querystring, body }] of Object.entries<Endpoint>(endpoints)) {
    for (const [httpPart, schema] of Object.entries({ params, querystring, body })) {
      if (!schema) continue
      const validate = compileValidator({ schema, httpPart, method: 'GET', url: name })
      expect(() => validate({}), `${name} ${httpPart}`).not.toThrow()
    }
  }
})
