import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { CONNIE, setUpAdmin } from '../support/league.ts'
import { anyRequest, type Request } from './requests.ts'

const REQUESTS = 10_000
const AT_ONCE = 8

let application: ApplicationForTest
let token: string

beforeAll(async () => {
  application = await applicationForTest({ config: { enableDevTools: true } })
  const admin = await setUpAdmin(application.url)
  await admin.post('/admin/seed/seed-test-data')
  const { body } = await http(application.url).post('/auth/login', CONNIE)
  token = body.token
})
afterAll(() => application?.close())

/** What must never leave the server. */
const SECRETS =
  /\bat .+:\d+:\d+|node_modules|\/(work|home|usr|tmp)\/|\b(select|insert|update|delete) .*\b(from|into|set)\b|syntax error|violates/i

test('ten thousand requests of every kind meet no server error, and every refusal is a sentence', async () => {
  const { body } = await http(application.url).get('/docs/json')
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const requests = fc.sample(anyRequest(body.paths), { numRuns: REQUESTS, seed })
  const statuses = new Map<number, number>()

  const next = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of next) {
        const { status, text } = await send(request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const what = `seed ${seed}: ${JSON.stringify(request)} answered ${status} ${text.slice(0, 300)}`
        expect(status, what).toBeLessThan(500)
        if (status < 400) continue
        expect(JSON.parse(text).error, what).toMatch(/^\S.+/s)
        expect(text, what).not.toMatch(SECRETS)
      }
    }),
  )
  console.log(`seed ${seed}, answers by status:`, Object.fromEntries([...statuses].sort()))

  expect(statuses.get(200) ?? 0, 'some requests must really do something').toBeGreaterThan(REQUESTS / 20)
  const health = await http(application.url).get('/health')
  expect(health).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await http(application.url).as(token).get('/auth/me')).toMatchObject({ status: 200 })
}, 240_000)

async function send({ method, path, body, signedIn }: Request) {
  const response = await fetch(`${application.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(signedIn ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // Changing the own address or password ends the session and begins another.
  if (response.ok && path.startsWith('/api/auth/change-')) token = JSON.parse(text).token ?? token
  return { status: response.status, text }
}
