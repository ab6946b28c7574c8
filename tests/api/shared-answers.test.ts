import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendAnswers } from '../../api/answers/sent-answers.ts'
import { type EndpointName, endpoints } from '../../api/contract/endpoints.ts'
import { LIMITS } from '../../api/server/limits.ts'
import type { Services } from '../../api/server/services.ts'
import { WEB_DIR } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FOR_EVERYBODY = 'public, max-age=0, s-maxage=1'
const FOR_ONE = 'no-store'

/** With these, whatever else is in the contract is for the one who asks. What is found by a code is for who has the code. */
const SHARED: readonly EndpointName[] = [
  'GET /public/settings',
  'GET /public/config',
  'GET /public/seasons/default',
  'GET /public/seasons',
  'GET /public/leaderboard/season/{id}',
  'GET /public/leaderboard/season/{id}/graph',
  'GET /public/leaderboard/season/{id}/players/{playerId}',
  'GET /public/seasons/{id}/winners',
  'GET /public/seasons/{id}/rules',
  'GET /public/seasons/{id}/calendar.ics',
  'GET /public/seasons/{id}/record',
  'GET /public/seasons/{id}/recap',
  'GET /public/rounds/{id}/statistics',
  'GET /public/seasons/{id}/statistics',
  'GET /public/seasons/{id}/race',
  'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}',
  'GET /public/rounds/{id}/seal',
  'GET /public/seasons/champions',
  'GET /public/all-time',
  'GET /public/players/{id}',
]

/** Made each time: sealed codes and moments, streams, pages in a line of their own, and what a few queries tell. */
const MADE_EACH_TIME: readonly string[] = [
  'GET /public/live',
  'GET /public/seasons/{id}/record',
  'GET /health',
  'GET /health/live',
  'GET /health/ready',
]
const LIMITED = new Set<string>(LIMITS.flatMap(({ routes }) => routes))
const CALLS = Object.keys(endpoints) as EndpointName[]
const PUBLIC_GETS = CALLS.filter((call) => endpoints[call].access === 'public' && call.startsWith('GET '))

let league: RunningLeague
let token: string
/** What was made for visitors so far, each by its route. */
const made: string[] = []
const log = pino(
  { level: 'debug' },
  {
    write: (line: string) => {
      const { msg, route } = JSON.parse(line)
      if (msg === 'answered') made.push(route)
    },
  },
)
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .withRound({ sportName: 'Hockey' })
    .locked()
    .withRound()
    .start({ log })
  token = league.tokenFor(league.roundId, league.idOf('Ann'))
  await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })
  // It comes by itself, and changes the answer that shows it.
  await eventually('the seal', async () => {
    const path = pathOf('GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}')
    const { events } = (await league.visitor.get(path)).body
    return events.every(({ seal }: { seal?: object }) => seal)
  })
})
afterAll(() => league?.close())

function pathOf(call: string): string {
  const { seasonId, roundId } = league
  const playerId = league.idOf('Ann')
  const ids: Record<string, unknown> = { seasonId, roundId, playerId, userId: playerId, token }
  const [lockedId] = league.roundIds
  const sportId = call === 'GET /public/rounds/{id}/statistics' ? lockedId : roundId
  const idOf = call.includes('/rounds/{id}') ? sportId : call.includes('/players/{id}') ? playerId : seasonId
  return call.replace(/^\w+ /, '').replace(/{(\w+)}/g, (_, name) => `${ids[name] ?? idOf}`)
}

const caches = (headers: Headers) => headers.get('cache-control')

describe.each(SHARED)('%s', (call) => {
  test.each(['gzip', 'identity'])('may be shared, and is not sent to who has it: %s', async (encoding) => {
    const as = { 'accept-encoding': encoding }
    const first = await league.visitor.get(pathOf(call), as)
    expect([first.status, caches(first.headers)]).toEqual([200, FOR_EVERYBODY])
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    const again = await league.visitor.get(pathOf(call), { ...as, 'if-none-match': etag })
    expect([again.status, again.text, caches(again.headers)]).toEqual([304, '', FOR_EVERYBODY])
    expect(again.headers.get('etag')).toBe(etag)
    const other = await league.visitor.get(pathOf(call), { ...as, 'if-none-match': '"other"' })
    expect([other.status, other.text]).toEqual([200, first.text])
    const asked = { method: 'HEAD', headers: { ...as, 'if-none-match': etag } }
    const head = await fetch(`${league.application.url}/api${pathOf(call)}`, asked)
    expect([head.status, head.headers.get('etag')]).toEqual([304, etag])
  })

  test('is the same for an admin', async () => {
    const [visitor, admin] = await Promise.all([
      league.visitor.get(pathOf(call)),
      league.admin.get(pathOf(call)),
    ])
    expect(admin.text).toBe(visitor.text)
  })
})

describe.each(PUBLIC_GETS.filter((call) => !MADE_EACH_TIME.includes(call) && !LIMITED.has(call)))(
  '%s',
  (call) => {
    test.each(['', ...(call === 'GET /public/all-time' ? ['include=running&'] : [])])(
      'is made once for sixty who ask at once, each with a query of their own: %s',
      async (known) => {
        const first = await league.visitor.get(`${pathOf(call)}?${known}`)
        const before = made.length
        const ask = (index: number) => league.visitor.get(`${pathOf(call)}?${known}x=${index}`)
        const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(index)))
        expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([first.text]))
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
        expect(made.slice(before)).toEqual([])
      },
    )
  },
)

test.each(SHARED.filter((call) => call.includes('{')))(
  '%s of what is not there is kept nowhere',
  async (call) => {
    const { status, headers } = await league.visitor.get(call.slice(4).replace(/{\w+}/g, '999999'))
    if (status !== 200) expect([status, caches(headers)]).toEqual([404, FOR_ONE])
  },
)

describe.each(CALLS.filter((call) => !SHARED.includes(call)))('%s', (call) => {
  test('is kept nowhere, whoever asks', async () => {
    const [method = ''] = call.split(' ')
    // The last two end the session.
    const isEnd = /^(POST \/auth\/logout|DELETE \/auth\/sessions)$/.test(call)
    for (const who of isEnd ? [league.visitor] : [league.admin, league.visitor]) {
      const path = method === 'GET' ? pathOf(call) : call.replace(/^\w+ /, '').replace(/{\w+}/g, '999999')
      const ask = { GET: who.get, POST: who.post, PUT: who.put, DELETE: who.delete }[method]
      const { headers } = (await ask?.(path, method === 'GET' ? undefined : {})) ?? {}
      // Of a stream this is what proxies understand.
      expect(headers && caches(headers)).toBe(
        call === 'GET /public/live' ? 'no-cache, no-transform' : FOR_ONE,
      )
    }
  })
})

test('the home page is made once for all links to it, and again for a season', async () => {
  const home = async (query: string) => (await fetch(`${league.application.url}/${query}`)).text()
  const first = await home('')
  const before = made.length
  expect(await home('?utm_source=mail&fbclid=1')).toBe(first)
  expect(made.slice(before)).toEqual([])
  expect(await home(`?season=${league.seasonId}&utm_source=mail`)).toContain('<table')
  expect(made.slice(before)).toEqual(['/'])
  await home(`?fbclid=1&season=${league.seasonId}`)
  expect(made.slice(before)).toEqual(['/'])
})

describe('pages', () => {
  const page = (path: string, headers = {}) =>
    fetch(`${league.application.url}${path}`, { headers, redirect: 'manual' })
  const asset = () => readdirSync(join(WEB_DIR, 'assets')).find((file) => file.endsWith('.js'))

  test.each(['/', '/favicon.svg', '/robots.txt', '/site.webmanifest'])('%s may be shared', async (path) => {
    const { headers } = await page(path)
    expect(caches(headers)).toBe(FOR_EVERYBODY)
    const again = await page(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, await again.text(), caches(again.headers)]).toEqual([304, '', FOR_EVERYBODY])
  })

  test.each([
    '/admin/login?token=secret',
    '/admin/settings',
    '/pick/1-1-1-x',
    '/receipt/ABCD',
    '/reminders/x',
    '/api/nothing',
    '/api/docs/json',
  ])('%s may not', async (path) => {
    expect(caches((await page(path)).headers)).toMatch(/^(no-store|(private, )?no-cache)$/)
  })

  test('that of a player may not', async () => {
    expect(caches((await page(`/pick/${token}`)).headers)).toBe('private, no-cache')
  })

  test('the file of a name with a hash stays for ever', async () => {
    expect(caches((await page(`/assets/${asset()}`)).headers)).toBe('public, max-age=31536000, immutable')
  })
})

test('an answer that fails after all is kept nowhere', async () => {
  const app = Fastify()
  const [settings, projector] = [{ appUrl: '' }, { failure: () => null }]
  const services = { settings, projector, lifecycle: () => 'serving', notShown: new Set() }
  sendAnswers(app, services as unknown as Services)
  app.get('/', (_request, reply) => {
    reply.header('cache-control', FOR_EVERYBODY)
    throw new Error('The database is away')
  })
  const { statusCode, headers } = await app.inject('/')
  expect([statusCode, headers['cache-control']]).toEqual([500, FOR_ONE])
})
