import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
    moves: (): number | Promise<number> => moved,
    failure: (): string | null => null,
  }
  let lifecycle: Lifecycle = 'serving'
  let made = 0
  const noted: unknown[] = []
  let whileMade: () => void | Promise<void> = () => {}
  let mayBeKept = true
  let app: FastifyInstance
  let url: string
  beforeAll(async () => {
    const onAnswer = (answer: unknown) => void noted.push(answer)
    const services = { projector, lifecycle: () => lifecycle, onAnswer }
    const kept = openKeptAnswers(services as unknown as Services)
    app = Fastify({ serverFactory: (handler) => createServer(kept.answerBefore(handler)) })
    kept.keepAnswersOf(app)
    app.get('/api/public/:kind', async (request) => {
      if ((request.params as { kind: string }).kind === 'noon') request.isKept = mayBeKept
      const answer = `${++made}`
      await whileMade()
      return answer
    })
    url = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app?.close())
  beforeEach(() => {
    mayBeKept = true
  })
  afterEach(() => {
    projector.moves = () => moved
    projector.failure = () => null
    lifecycle = 'serving'
    whileMade = () => {}
  })

  const ask = async (path = 'noon', headers = {}) =>
    (await fetch(`${url}/api/public/${path}`, { headers })).text()
  const isKept = async (path?: string) => {
    const before = await ask(path)
    return (await ask(path)) === before
  }

  test('is kept where its route says so, and noted all the same', async () => {
    expect(await isKept()).toBe(true)
    expect(noted).toContainEqual({ method: 'GET', route: '/api/public/:kind', status: 200, seconds: 0 })
    expect(await isKept('other')).toBe(false)
  })

  test('is kept once for all who accept the same, however they say it', async () => {
    const ways = ['identity', 'br', 'br;q=0.5, zstd', 'gzip;q=0'].map((way) => ({ 'accept-encoding': way }))
    const told = new Set<string>()
    for (const way of ways) told.add(await ask('noon', way))
    expect(told.size).toBe(1)
    expect(await ask('noon', { 'accept-encoding': 'gzip' })).not.toBe([...told][0])
  })

  test('is kept until the tables move, also when that is heard of later', async () => {
    const before = await ask()
    projector.moves = async () => moved
    moved += 1
    const after = await ask()
    expect(after).not.toBe(before)
    expect(await ask()).toBe(after)
  })

  test('is not kept when the tables moved while it was made', async () => {
    moved += 1
    whileMade = () => {
      moved += 1
    }
    const before = await ask()
    expect(await ask()).not.toBe(before)
  })

  describe('that was kept before', () => {
    const byMany = () => Promise.all(Array.from({ length: 60 }, () => ask()))
    beforeEach(async () => {
      await ask()
      moved += 1
      whileMade = () => sleep(100)
    })

    test('is made once after a move, however many ask', async () => {
      expect(new Set(await byMany()).size).toBe(1)
    })

    test('is made again for who asks after the next move', async () => {
      const first = ask()
      await sleep(30)
      moved += 1
      const [second, third] = await Promise.all([ask(), ask()])
      expect(second).not.toBe(await first)
      expect(third).toBe(second)
    })

    test('is made by each where it is kept no more', async () => {
      mayBeKept = false
      expect(new Set(await byMany()).size).toBe(60)
    })

    test('does not wait for a client that is gone', async () => {
      const gone = new AbortController()
      whileMade = () => sleep(2_000)
      const first = fetch(`${url}/api/public/noon`, { signal: gone.signal }).catch(() => 'gone')
      await sleep(50)
      whileMade = () => {}
      const others = byMany()
      gone.abort()
      const startedMs = performance.now()
      await others
      expect(performance.now() - startedMs).toBeLessThan(1_500)
      expect(await first).toBe('gone')
    })
  })

  test('is made anew while the tables stand still or the process ends, which each answer says', async () => {
    projector.failure = () => 'stands still'
    expect(await isKept()).toBe(false)
    projector.failure = () => null
    for (lifecycle of ['starting', 'announced', 'draining'] as const) expect(await isKept()).toBe(false)
  })

  test('is made by the route when nobody knows how far the tables are', async () => {
    projector.moves = () => Promise.reject(new Error('The database is away'))
    expect(await isKept()).toBe(false)
  })
})
