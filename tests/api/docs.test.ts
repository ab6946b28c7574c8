import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { CONTRACT_CALLS } from './contract-calls.ts'

let application: ApplicationForTest
beforeAll(async () => {
  application = await applicationForTest()
})
afterAll(() => application?.close())

test('the document has every call of the contract, and no call that is not in it', async () => {
  const { body } = await http(application.url).get('/docs/json')
  const documented = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
  )
  expect(documented.sort()).toEqual(CONTRACT_CALLS.map(({ call }) => call).sort())
})

test('every call has a schema for its answers and its refusals', async () => {
  const { body } = await http(application.url).get('/docs/json')
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(body.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      expect(Object.keys(responses), `${method} ${path}`).toEqual(
        expect.arrayContaining([expect.stringMatching(/^20[012]$/), '4XX', '5XX']),
      )
    }
  }
})

test('there is a page for it, under the same strict headers', async () => {
  const page = await fetch(`${application.url}/api/docs/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Swagger UI')
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
})
