import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openKeptAnswers } from '../../api/answers/kept-answers.ts'
import type { Lifecycle, Services } from '../../api/server/services.ts'
import { sendRaw } from '../security/raw-http.ts'
import { eventually } from '../support/eventually.ts'
import { done, type Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  const plan = aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-01-11T12:00:00Z' })
  league = await plan.start({ config: { role: 'api' } })
})
afterAll(() => league?.close())

const board = () => `/public/leaderboard/season/${league.seasonId}`
const paths = () => [
  ...['/public/settings', '/public/config', '/public/seasons', '/public/seasons/default'],
  ...[`/public/seasons/${league.seasonId}/rules`, `/public/seasons/${league.seasonId}/winners`],
  ...[board(), `${board()}/graph`, '/public/seasons/champions', '/public/all-time?include=running'],
  `/public/players/${league.idOf('Ann')}`,
]
const asUsual = { 'accept-encoding': 'identity' }

async function answers({ areKept = true } = {}) {
  const { application, visitor, seasonId } = league
  // The router knows this spelling, and nothing of it is kept. The page of the default season has another address.
  const spelt = (path: string) => (areKept ? path : path.replace('/public', '/%70ublic'))
  const all = await Promise.all(paths().map((path) => visitor.get(spelt(path), asUsual)))
  const home = await fetch(`${application.url}/${areKept ? '' : `?season=${seasonId}`}`, { headers: asUsual })
  const page = { status: home.status, headers: home.headers, text: await home.text() }
  return [...all, page].map(({ status, text, headers }) => ({ status, text, headers: withoutDate(headers) }))
}

async function rebuilt(admin: Http) {
  await done(admin.post('/admin/operations/rebuild', {}))
  await eventually('the rebuild', async () => {
    const { operation } = await done(admin.get('/admin/operations'))
    return operation.endedAt !== null
  })
}

const withoutDate = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'))

describe('what is kept for visitors', () => {
  test('is what the tables say, to the byte and with every header, after whatever happens', async () => {
    const { admin, visitor, roundId, seasonId } = league
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    const steps: (() => Promise<unknown>)[] = [
      () => done(admin.put('/admin/settings', { appTitle: 'Our Cup' })),
      () =>
        done(admin.put(`/admin/seasons/${seasonId}`, { name: 'The Cup', yearStart: 2027, yearEnd: 2027 })),
      () => done(admin.post('/admin/users', { name: 'Cleo', email: 'cleo@example.com' })),
      () => done(visitor.post(`/picks/${token}`, { picks: ['Reds'] })),
      () => done(visitor.post(`/picks/${token}`, { picks: ['Blues'] })),
      () => league.openRound({ sportName: 'Tennis', lockTime: '2027-01-12T12:00:00Z' }),
      () => league.lockAt('2027-01-11T12:00:00.000Z'),
      () =>
        done(
          admin.post(`/admin/rounds/${roundId}/complete`, {
            firstPlaceTeam: 'Blues',
            secondPlaceTeam: 'Reds',
          }),
        ),
      () => done(admin.put(`/admin/users/${league.idOf('Ann')}`, { name: 'Anna', email: 'ann@example.com' })),
      () => rebuilt(admin),
    ]
    const seen = new Set<string>()
    for (const step of steps) {
      await answers()
      await step()
      const kept = await answers()
      expect(kept).toEqual(await answers({ areKept: false }))
      expect(await answers()).toEqual(kept)
      for (const { status, text } of kept) {
        expect(status).toBe(200)
        seen.add(text)
      }
    }
    expect(seen.size, 'answers that differ').toBeGreaterThan(12)
  })

  test('is not sent to who has it', async () => {
    const first = await league.visitor.get(board(), asUsual)
    const etag = first.headers.get('etag') ?? ''
    const again = await league.visitor.get(board(), { ...asUsual, 'if-none-match': `"other", W/${etag}` })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
    expect((await league.visitor.get(board(), { ...asUsual, 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('is refused to a request that two servers might read in two ways', async () => {
    await league.visitor.get('/public/config', asUsual)
    const lines = ['GET /api/public/config HTTP/1.1', 'Host: a', 'Host: b', 'Accept-Encoding: identity']
    expect((await sendRaw(league.application.url, lines)).status).toBe(400)
  })
})

describe('an answer', () => {
  let moved = 1
  const projector = {
    moves: () => moved,
    failure: (): string | null => null,
  }
  let lifecycle: Lifecycle = 'serving'
  let made = 0
  let whileMade: () => void | Promise<void> = () => {}
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    const services = { projector, lifecycle: () => lifecycle, onAnswer: () => {} }
    const kept = openKeptAnswers(services as unknown as Services)
    app = Fastify({ serverFactory: (handler) => createServer(kept.answerBefore(handler)) })
    kept.keepAnswersOf(app)
    app.get('/api/public/noon', async (request) => {
      request.isKept = true
      const answer = `${++made}`
      await whileMade()
      return answer
    })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app?.close())
  afterEach(() => {
    projector.failure = () => null
    lifecycle = 'serving'
    whileMade = () => {}
  })

  const ask = async () => (await fetch(`${url}/api/public/noon`)).text()
  const isKept = async () => {
    const before = await ask()
    return (await ask()) === before
  }

  test('is not kept when the tables moved while it was made', async () => {
    moved += 1
    whileMade = () => {
      moved += 1
    }
    const before = await ask()
    expect(await ask()).not.toBe(before)
  })

  test('does not wait for a client that is gone', async () => {
    await ask()
    moved += 1
    const gone = new AbortController()
    whileMade = () => sleep(2_000)
    const first = fetch(`${url}/api/public/noon`, { signal: gone.signal }).catch(() => 'gone')
    await sleep(50)
    whileMade = () => {}
    const others = Promise.all(Array.from({ length: 60 }, () => ask()))
    gone.abort()
    const startedMs = performance.now()
    await others
    expect(performance.now() - startedMs).toBeLessThan(1_500)
    expect(await first).toBe('gone')
  })

  test('is made anew while the tables stand still or the process ends, which each answer says', async () => {
    projector.failure = () => 'stands still'
    expect(await isKept()).toBe(false)
    projector.failure = () => null
    for (lifecycle of ['starting', 'announced', 'draining'] as const) expect(await isKept()).toBe(false)
  })
})
