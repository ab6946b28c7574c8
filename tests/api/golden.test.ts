import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { historyListener, sentencesOf } from '../history/history-listener.ts'
import { applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { openApiDocument } from '../support/openapi.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import {
  type Asked,
  askGolden,
  GOLDEN_CALLS,
  type GoldenCall,
  type Known,
  openKnown,
} from './golden-calls.ts'
import { exampleOf, recorded, written } from './recorded-answer.ts'

// Each answer is compared whole with a recorded one. `npm test -- tests/api/golden tests/history --update` records them again; the diff is the review.

const RETRY = 'POST /admin/outbox/{id}/retry'
const CONFIRM = 'POST /public/join-confirmations'
/** No JSON: tests/operations read what it answers. */
const FILES = ['GET /admin/operations/export', 'GET /admin/operations/backups/{file}']

/** Calls that change something outside the log, or nothing at all. */
const LEAVE_NOTHING: Partial<Record<EndpointName, string>> = {
  'POST /auth/request-login': 'only tells how to sign in',
  'POST /auth/check-magic-link': 'only reads whom a link is for',
  'POST /auth/second-factor/setup': 'only makes a secret, which is never in the log',
  'POST /auth/logout': 'ends a session; sessions are never in the log',
  'DELETE /auth/sessions/{id}': 'ends a session; sessions are never in the log',
  'POST /public/join/{token}': 'waits outside the log',
  'POST /admin/join-requests/{id}/decline': 'deletes what is not in the log',
  'POST /admin/previews/settings': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/complete': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/correct': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/unlock': 'only shows what would happen',
  'POST /admin/previews/rounds/{id}/weight': 'only shows what would happen',
  'POST /admin/previews/seasons': 'only shows what would happen',
  'POST /admin/previews/seasons/{id}/copy-sports': 'only shows what would happen',
  'POST /admin/previews/seasons/{id}/rules': 'only shows what would happen',
  'POST /admin/previews/message': 'only shows what would happen',
  'POST /admin/operations/verify': 'only reads the log',
  'POST /admin/operations/rebuild': 'makes tables anew; the log stays as it is',
  'POST /admin/operations/backups': 'writes a file; the log stays as it is',
  'POST /admin/test-email': 'sends a mail to whoever asked for it',
  'POST /public/my-link': 'only mails a link, to whoever plays at that address',
  'POST /admin/outbox/retry': 'touches the outbox alone',
}

const ajv = new Ajv({ strict: false, validateFormats: false })

let league: RunningLeague
let known: Known
const heard = historyListener(() => (known?.league ?? league).admin)
const examples: Record<string, Record<string, unknown>> = {}
let paths: Record<string, Record<string, { responses: Record<string, unknown> }>>

beforeAll(async () => {
  league = await aLeague().start({ config: { enableDevTools: true } })
  heard.told.push('POST /auth/initial-setup', ...sentencesOf((await heard.news()) ?? []))
  known = await openKnown(league)
  await heard.news()
  paths = (await openApiDocument(league.application.url)).paths
})
afterAll(() => league?.close())

describe('the answer of', () => {
  const names = namesOf(GOLDEN_CALLS)
  GOLDEN_CALLS.forEach((golden, index) => {
    test(`${names[index]}`, async () => {
      const answer = await askUntil(golden)
      await golden.learn?.(answer, known)
      await heard.after(golden.call)
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(problemsWith(golden.call, answer)).toEqual([])
      examples[golden.call] ??= {
        ...(answer.sent !== undefined && { body: exampleOf(answer.sent) }),
        [answer.status]: exampleOf(answer.body, answer.text),
      }
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
      examples['POST /auth/initial-setup'] = { body: setup, [answer.status]: exampleOf(answer.body) }
      await expect(recorded(answer)).toMatchFileSnapshot('golden/post-auth-initial-setup.json')
    } finally {
      await fresh.close()
    }
  })

  test('POST admin outbox id retry', async () => {
    const smtp = await startSmtpServer(() => ({ code: 550, reply: 'No such person here' }))
    const application = await applicationForTest({ config: { smtp: smtp.config } })
    try {
      const league = await aLeague().withPlayers('Ann').withSeason().on(application)
      await league.openRound({ lockTime: '2099-01-01T00:00:00Z' })
      const failed = await eventually('a failed mail', async () => {
        const { body } = await league.admin.get('/admin/outbox?state=failed')
        return body.mails[0]
      })
      const answer = await league.admin.post(`/admin/outbox/${failed.id}/retry`)
      expect(problemsWith(RETRY, answer)).toEqual([])
      examples[RETRY] = { [answer.status]: exampleOf(answer.body) }
      await expect(recorded(answer)).toMatchFileSnapshot('golden/post-admin-outbox-id-retry.json')
    } finally {
      await application.close()
      await smtp.stop()
    }
  })

  test('POST public join-confirmations', async () => {
    const smtp = await startSmtpServer()
    const application = await applicationForTest({ config: { smtp: smtp.config } })
    try {
      const { admin, visitor, seasonId } = await aLeague().withSeason().on(application)
      const { url } = await done(admin.post(`/admin/seasons/${seasonId}/join-link`, { approval: 'open' }))
      const person = { name: 'Nia', email: 'nia@example.com' }
      await done(visitor.post(`/public/join/${url.split('/').at(-1)}`, person))
      const mail = await eventually('the mail', async () => smtp.mails[0])
      const token = /\/join\/confirm\/([\w-]+)/.exec(mail.text ?? '')?.[1]
      const answer = await visitor.post('/public/join-confirmations', { token })
      expect(problemsWith(CONFIRM, answer)).toEqual([])
      examples[CONFIRM] = {
        body: { token: 'fXw2bY8kq3mVn0pRtZ5sLd1cJhGaEoUi7xN6vQyTw4M' },
        [answer.status]: exampleOf(answer.body),
      }
      await expect(recorded(answer)).toMatchFileSnapshot('golden/post-public-join-confirmations.json')
    } finally {
      await application.close()
      await smtp.stop()
    }
  })
})

test('the first answers to a call are the examples in the description of the API', async () => {
  await expect(written(examples)).toMatchFileSnapshot('../../api/docs/examples.json')
})

test('every call has its golden answer', () => {
  const covered = new Set([
    ...GOLDEN_CALLS.map(({ call }) => call),
    'POST /auth/initial-setup',
    RETRY,
    CONFIRM,
    ...FILES,
  ])
  expect(Object.keys(endpoints).filter((call) => !covered.has(call))).toEqual([])
})

describe('every command leaves a sentence', () => {
  test('that a person understands without a manual', async () => {
    await expect(`${heard.told.join('\n')}\n`).toMatchFileSnapshot('golden/sentences-of-commands.txt')
  })

  test('but for those that do not touch the log', () => {
    expect([...new Set(heard.silent)].sort()).toEqual(Object.keys(LEAVE_NOTHING).sort())
  })

  test('and none is forgotten', () => {
    const asked = new Set([...heard.told, ...heard.silent, RETRY, CONFIRM])
    const commands = Object.keys(endpoints).filter((call) => !call.startsWith('GET'))
    expect(commands.filter((call) => !asked.has(call))).toEqual([])
  })
})

async function askUntil(golden: GoldenCall): Promise<Asked> {
  const { until = () => true } = golden
  return eventually(golden.call, async () => {
    const answer = await askGolden(golden, known)
    return until(answer) && answer
  })
}

/** What the description of the API says about an answer like this, and does not hold. */
function problemsWith(call: string, { status, body, text, headers }: Answer) {
  const [method = '', path = ''] = call.split(' ')
  const response = paths[`/api${path}`]?.[method.toLowerCase()]?.responses[status] as
    | { content: Record<string, { schema: object }> }
    | undefined
  const [type = ''] = headers.get('content-type')?.split(';') ?? []
  const schema = response?.content[type]?.schema
  if (!schema) return [`${call} does not describe ${status}`]
  const validate = ajv.compile(schema)
  return validate(body ?? text) ? [] : validate.errors
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
