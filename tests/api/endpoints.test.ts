import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { requireTable } from '../../api/server/serve.ts'

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
