import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JWT_SECRET, type Office, openOffice } from '../auth/office.ts'
import { applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, type Http, http } from '../support/http.ts'
import { linksOf } from '../support/league.ts'
import { CONTRACT_CALLS } from './contract-calls.ts'
import { GOLDEN_CALLS, type GoldenCall, type Known, mailed, OWN_ROUND } from './golden-calls.ts'

// Each answer is compared whole with a recorded one. `npm run golden` records them again; the diff is the review.

/** Fifteen players, two open sports. */
const SAMPLE_MAILS = 30

let office: Office
let known: Known
let paths: Record<string, Record<string, { responses: Record<string, unknown> }>>

beforeAll(async () => {
  office = await openOffice({ enableDevTools: true })
  await office.main.post('/admin/seed/seed-test-data')
  const pickToken = linksOf('', JWT_SECRET).tokenFor({ roundId: OWN_ROUND, playerId: 1, issue: 1 })
  known = { office, admin: 0, pickToken, signInToken: '', resetToken: '', mails: 0 }
  await mailed(known, SAMPLE_MAILS)
  paths = (await office.visitor.get('/docs/json')).body.paths
})
afterAll(() => office?.close())

describe('the answer of', () => {
  const names = namesOf(GOLDEN_CALLS)
  GOLDEN_CALLS.forEach((golden, index) => {
    test(`${names[index]}`, async () => {
      const answer = await askUntil(golden)
      await golden.learn?.(answer, known)
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(problemsWith(golden.call, answer)).toEqual([])
      await expect(recorded(answer)).toMatchFileSnapshot(`golden/${fileName(names[index] ?? '')}.json`)
    })
  })

  test('POST auth initial-setup', async () => {
    const fresh = await applicationForTest()
    try {
      const visitor = http(fresh.url)
      const { body } = await visitor.post('/auth/login', FIRST_ADMIN)
      const setup = { newName: 'Connie', newEmail: 'connie@example.com', newPassword: 'Sunny-Horse-7' }
      const answer = await visitor.as(body.token).post('/auth/initial-setup', setup)
      expect(problemsWith('POST /auth/initial-setup', answer)).toEqual([])
      await expect(recorded(answer)).toMatchFileSnapshot('golden/post-auth-initial-setup.json')
    } finally {
      await fresh.close()
    }
  })
})

test('every call has its golden answer', () => {
  const covered = new Set([...GOLDEN_CALLS.map(({ call }) => call), 'POST /auth/initial-setup'])
  expect(CONTRACT_CALLS.map(({ call }) => call).filter((call) => !covered.has(call))).toEqual([])
})

async function askUntil(golden: GoldenCall): Promise<Answer> {
  const { until = () => true } = golden
  return eventually(golden.call, async () => {
    const answer = await ask(golden)
    return until(answer) && answer
  })
}

function ask({ call, path, body, as }: GoldenCall): Promise<Answer> {
  const who: Http = as === 'visitor' ? office.visitor : office.main
  const [method = '', pattern = ''] = call.split(' ')
  const at = typeof path === 'function' ? path(known) : (path ?? pattern)
  const what = typeof body === 'function' ? body(known) : body
  if (method === 'GET') return who.get(at)
  if (method === 'DELETE') return who.delete(at, what)
  return method === 'PUT' ? who.put(at, what) : who.post(at, what)
}

/** What the description of the API says about an answer like this, and does not hold. */
function problemsWith(call: string, { status, body }: Answer) {
  const [method = '', path = ''] = call.split(' ')
  const response = paths[`/api${path}`]?.[method.toLowerCase()]?.responses[status] as
    | { content: Record<string, { schema: object }> }
    | undefined
  const schema = response?.content['application/json']?.schema
  if (!schema) return [`${call} does not describe ${status}`]
  const validate = new Ajv({ strict: false }).compile(schema)
  return validate(body) ? [] : validate.errors
}

/** What differs from run to run is left out. */
function recorded({ status, body }: Answer): string {
  const text = JSON.stringify({ status, body: inOrder(body) }, null, 2)
    .replace(/"eyJ[\w.-]+"/g, '"<session>"')
    .replace(/\?token=[\w-]+/g, '?token=<token>')
    .replace(/"uptime": \d+/g, '"uptime": "<seconds>"')
    .replace(/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"<uuid>"')
  return `${text}\n`
}

/** Mails of the same instant come in no order. */
function inOrder(body: Answer['body']) {
  if (!body?.mails) return body
  const key = ({ template, to, subject }: Record<string, string>) => `${template} ${to} ${subject}`
  const mails = [...body.mails].sort((left, right) => key(left).localeCompare(key(right)))
  return { ...body, mails }
}

/** A call that comes again is numbered. */
function namesOf(calls: readonly GoldenCall[]): string[] {
  const seen = new Map<string, number>()
  return calls.map(({ call }) => {
    const times = (seen.get(call) ?? 0) + 1
    seen.set(call, times)
    return times === 1 ? call : `${call} (${times})`
  })
}

const fileName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
