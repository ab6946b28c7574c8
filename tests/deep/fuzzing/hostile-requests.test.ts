import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ_SCHEMA } from '../../../projections/engine/version.ts'
import { type ApplicationForTest, applicationForTest } from '../../support/application.ts'
import { caughtUp } from '../../support/caught-up.ts'
import { copyTemplate } from '../../support/embedded.ts'
import { problemsOfLog } from '../../support/event-types.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { http, textOf } from '../../support/http.ts'
import { CONNIE } from '../../support/league/examples.ts'
import { setUpAdmin } from '../../support/league/over-http.ts'
import { wholeLog, withFolder } from '../../support/log.ts'
import { openApiDocument } from '../../support/openapi.ts'
import { tablesOf } from '../../support/read-tables.ts'
import { replayInto } from '../../support/replay-into.ts'
import { startProjector } from '../../support/start-projector.ts'
import { depth, report, SEED } from '../depth.ts'
import { KEPT_SEEDS } from './hostile-seeds.ts'
import { anyRequest, operationsOf, type Request } from './requests.ts'

const REQUESTS = depth({ gate: 150, deep: 10_000 })
/** Enough of each kind for its seed to find the same again. */
const REQUESTS_PER_KEPT_SEED = depth({ gate: 20, deep: 300 })
/** A draw of that many leaves no operation out, but for those two that are drawn rarely on purpose. */
const REQUESTS_PER_OPERATION_MIN = Math.floor(REQUESTS / 1_000)
const AT_ONCE = 8

let application: ApplicationForTest
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let token: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  application = await applicationForTest({ dataDir: folder.path, config: { enableDevTools: true } })
  const admin = await setUpAdmin(application.url)
  await admin.post('/admin/seed/seed-test-data')
  const { body } = await http(application.url).post('/auth/login', CONNIE)
  token = body.token
})
afterAll(async () => {
  await application?.close()
  await folder?.remove()
})

/** What must never leave the server. */
const SECRETS =
  /\bat .+:\d+:\d+|node_modules|\/(work|home|usr|tmp)\/|\b(select|insert|update|delete) .*\b(from|into|set)\b|syntax error|violates/i

type Paths = Parameters<typeof anyRequest>[0]
type Counts = Map<string, number>

const count = (counts: Counts, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

async function describedPaths(): Promise<Paths> {
  return (await openApiDocument(application.url)).paths as Paths
}

/** Sends as many as the seed has it, a few at once, and expects of each answer what everybody may expect. */
async function sendAll(paths: Paths, seed: number, numRuns: number) {
  const byStatus: Counts = new Map()
  const byOperation: Counts = new Map()
  const next = fc.sample(anyRequest(paths), { numRuns, seed }).values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of next) {
        const { status, text } = await send(request)
        count(byStatus, `${status}`)
        count(byOperation, `${request.method} ${request.pattern}`)
        const what = `SEED=${seed} npm run test:deep -- fuzzing: ${JSON.stringify(request)} answered ${status} ${text.slice(0, 300)}`
        expect(status, what).toBeLessThan(500)
        if (status < 400) continue
        expect(JSON.parse(text).error, what).toMatch(/^\S.+/s)
        expect(text, what).not.toMatch(SECRETS)
      }
    }),
  )
  return { byStatus, byOperation }
}

test('the requests of the seeds that are kept find nothing', async () => {
  const paths = await describedPaths()
  for (const seed of KEPT_SEEDS) await sendAll(paths, seed, REQUESTS_PER_KEPT_SEED)
})

test(`${REQUESTS} requests of every kind meet no server error, and every refusal is a sentence`, async () => {
  const paths = await describedPaths()
  const { byStatus, byOperation } = await sendAll(paths, SEED, REQUESTS)
  report({ requests: REQUESTS, ...Object.fromEntries([...byStatus].sort()) })

  expect(byStatus.get('200') ?? 0, 'some requests must really do something').toBeGreaterThan(REQUESTS / 20)
  const missed = operationsOf(paths)
    .filter((operation) => !operation.includes('/seed/'))
    .filter((operation) => (byOperation.get(operation) ?? 0) < REQUESTS_PER_OPERATION_MIN)
  expect(missed, `asked fewer than ${REQUESTS_PER_OPERATION_MIN} times`).toEqual([])
  const health = () => http(application.url).get('/health')
  await expect.poll(health).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await http(application.url).as(token).get('/auth/me')).toMatchObject({ status: 200 })
})

test('what they left in the log are valid events, and a replay of it gives the live tables', async () => {
  await application.close()
  await withFolder(folder.path, async ({ database, store }) => {
    const events = await wholeLog(store)
    const counts = new Map<string, number>()
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1)
    report({ events: events.length })
    expect(counts.size, 'kinds of events, so that the requests really reach the domain').toBeGreaterThan(
      depth({ gate: 12, deep: 25 }),
    )
    expect(problemsOfLog(events)).toEqual([])
    for (const { revision, stream, metadata } of events) {
      expect(revision, stream).toBeGreaterThanOrEqual(0)
      expect(metadata.actor.kind).toMatch(/^(admin|player|scheduler|system)$/)
    }

    const projector = await startProjector({ database, store, onError: console.error })
    await caughtUp({ projector, store })
    await projector.stop()
    const live = await tablesOf(database.kysely, READ_SCHEMA)
    expect(Object.keys(live).length).toBeGreaterThan(5)
    await replayInto(database, store, 'replay')
    expect(await tablesOf(database.kysely, 'replay')).toEqual(live)
  })
})

/** Asked by strangers alone: whoever succeeds is out, and every later request with them. */
const SIGNS_OUT =
  /^(POST \/api\/auth\/logout|DELETE \/api\/auth\/sessions|PUT \/api\/admin\/settings\/second-factor)(\?|$)/

async function send({ method, path, body, signedIn }: Request) {
  const response = await fetch(`${application.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(signedIn && !SIGNS_OUT.test(`${method} ${path}`) ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await textOf(response)
  // Changing the own address or password ends the session and begins another.
  if (response.ok && path.startsWith('/api/auth/change-')) token = JSON.parse(text).token ?? token
  return { status: response.status, text }
}
