import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { boundConnections } from '../../api/server/connections.ts'
import { delayLimitRefusals } from '../../api/server/delayed-refusals.ts'
import { PLAYER_TOPICS } from '../../domain/mail-topics.ts'
import { openLinks } from '../../platform/links/links.ts'
import { applicationForTest } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'
import { openRaw, type RawConnection } from './raw-http.ts'

const HOUR_MS = 3_600_000

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .start({
      config: { trustProxy: ['127.0.0.1'] },
    })
})
afterAll(() => league?.close())
beforeEach(() => league.clock.advance(HOUR_MS))

const from = (client: string, path: string, init: RequestInit = {}) =>
  fetch(`${league.application.url}${path}`, { ...init, headers: { 'x-forwarded-for': client } })

async function statuses(count: number, ask: (index: number) => Promise<{ status: number }>) {
  const found: number[] = []
  for (let index = 0; index < count; index += 1) found.push((await ask(index)).status)
  return found
}

describe('looking back', () => {
  const board = () => `/api/public/leaderboard/season/${league.seasonId}`

  test.each([
    ['a board of the past', () => `${board()}?asOf=2027-01-01T00:00:00Z`],
    ['an explanation', () => `${board()}/players/${league.idOf('Ann')}`],
  ])('%s is made 120 times a minute for one client, and today is not counted', async (_, path) => {
    const asked = await statuses(121, () => from('203.0.113.2', path()))
    expect(asked.slice(0, 120)).not.toContain(429)
    expect(asked.at(-1)).toBe(429)
    expect((await from('203.0.113.3', path())).status).not.toBe(429)
    expect((await from('203.0.113.2', board())).status).toBe(200)
  })

  test('what was deleted for ever is gone from what was looked at before', async () => {
    const roundId = await league.openRound(OSCARS)
    const look = async () =>
      (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}?reading=then`)).body
    const shown = async () => (await look()).rounds.map(({ id }: { id: number }) => id)
    expect(await shown()).toContain(roundId)
    const since = league.clock.now()
    league.clock.advance(HOUR_MS)
    await done(league.admin.post(`/admin/rounds/${roundId}/soft-delete`))
    const boardsThen = async () =>
      (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}?asOf=${since}`)).body.rounds
        .length
    expect(await boardsThen()).toBe(2)
    await done(
      league.admin.delete(`/admin/rounds/${roundId}/permanent`, { confirmation: 'PERMANENT DELETE' }),
    )
    expect(await boardsThen()).toBe(1)
  })
})

describe('a pick link', () => {
  const save = (token: string, picks: string[]) => league.visitor.post(`/picks/${token}`, { picks })

  test('takes thirty changes in ten minutes, and says when it takes more', async () => {
    const roundId = await league.openRound({ ...OSCARS, sportName: 'Thirty' })
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    const changes = await statuses(30, (index) => save(token, [`Film ${index}`]))
    expect(new Set(changes)).toEqual(new Set([200]))
    const refused = await save(token, ['One more'])
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatch(
      /^This pick was changed too often in a short time. Please try again in \d+ minutes\.$/,
    )
    expect(await save(league.tokenFor(roundId, league.idOf('Bob')), ['Film'])).toMatchObject({ status: 200 })
    league.clock.advance(20 * 60_000)
    const { body } = await save(token, ['One more'])
    expect(body.versions).toHaveLength(20)
    expect(body).toMatchObject({ versionCount: 31, versions: { 0: { picks: ['One more'] } } })
    const opened = await league.visitor.get(`/picks/validate/${token}`)
    expect(opened.body).toMatchObject({ versionCount: 31, receipt: body.receipt, versions: body.versions })
    const oldest = opened.body.versions.at(-1).code
    expect(await league.visitor.get(`/public/receipts/${oldest}`)).toMatchObject({ status: 200 })
  })
})

test.each(PLAYER_TOPICS)(
  "a link to stop %s switches thirty times in ten minutes, and a stranger's none",
  async (topic) => {
    const { url } = league.application
    const path = openLinks({ secret: JWT_SECRET, appUrl: url })[topic].urlFor([
      { playerId: league.idOf('Ann') },
    ])
    const press = (index: number, to = path) =>
      fetch(to, { method: 'POST', body: `${topic}=${index % 2 ? 'on' : 'off'}` })
    expect(new Set(await statuses(30, press))).toEqual(new Set([200]))
    const refused = await press(0)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toContain('text/html')
    expect(await refused.text()).toMatch(/Please try again in \d+ minutes\./)
    expect((await press(0, `${url}/${topic}/1-aaaaaaaaaaaaaaaaaaaaaa`)).status).toBe(404)
  },
)

describe('the description of the API', () => {
  test('is sent sixty times a minute to one client', async () => {
    const asked = await statuses(61, () => from('203.0.113.4', '/api/docs/json'))
    expect(asked.slice(0, 60)).not.toContain(429)
    expect(asked.at(-1)).toBe(429)
  })
})

describe('limits', () => {
  const ask = (client: string) => from(client, '/api/docs/json')

  test('count a /48 of IPv6 four times as high as what is in it', async () => {
    const found = await statuses(241, (index) => ask(`2001:db8:7:${index.toString(16)}::1`))
    expect(found.slice(0, 240)).not.toContain(429)
    expect(found.at(-1)).toBe(429)
    expect((await ask('2001:db8:8::1')).status).toBe(200)
  })

  test('slide: an edge of a window does not double them', async () => {
    league.clock.set('2027-06-01T10:00:59.000Z')
    expect(await statuses(60, () => ask('203.0.113.5'))).not.toContain(429)
    league.clock.set('2027-06-01T10:01:01.000Z')
    const behind = await statuses(30, () => ask('203.0.113.5'))
    expect(behind.filter((status) => status === 200).length).toBeLessThan(5)
    league.clock.set('2027-06-01T10:01:45.000Z')
    expect((await ask('203.0.113.5')).status).toBe(200)
  })
})

describe('the live stream', () => {
  const watch = 'GET /api/public/live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.6\r\n\r\n'
  const isRefused = async () => {
    const last = await openRaw(league.application.url)
    last.write(watch.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    const { status } = await Promise.race([
      last.answer(),
      new Promise<{ status: number }>((resolve) => setTimeout(resolve, 200, { status: 200 })),
    ])
    last.destroy()
    return status === 503
  }

  test('has twenty places for a network, until one closes', async () => {
    const connections: RawConnection[] = []
    for (let count = 0; count < 20; count += 1) connections.push(await openRaw(league.application.url))
    for (const connection of connections) connection.write(watch)
    await eventually('no room', isRefused)
    for (const connection of connections) connection.destroy()
    await eventually('room', async () => !(await isRefused()))
  })
})

describe('a refusal for a limit', () => {
  async function refusing(hold: Parameters<typeof delayLimitRefusals>[1]) {
    const app = Fastify()
    delayLimitRefusals(app, hold)
    app.get('/limited', (_request, reply) => reply.code(429).send({ error: 'Too many' }))
    app.get('/', async () => 'welcome')
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const begin = async () => {
      const connection = await openRaw(url)
      connection.write('GET /limited HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      return connection
    }
    return { app, url, begin }
  }

  test('is held for a while, and then says what it is', async () => {
    const { app, url } = await refusing({ ms: 100, atOnceMax: 10 })
    const startedMs = performance.now()
    const refused = await fetch(`${url}/limited`)
    expect([refused.status, await refused.json()]).toEqual([429, { error: 'Too many' }])
    expect(performance.now() - startedMs).toBeGreaterThan(90)
    await app.close()
  })

  test('is held in the whole application, also for a link that was guessed', async () => {
    const application = await applicationForTest({ refusalHoldMs: 200 })
    const guess = () => fetch(`${application.url}/api/picks/validate/guessed`)
    expect(new Set(await statuses(30, guess))).toEqual(new Set([404]))
    const startedMs = performance.now()
    expect((await guess()).status).toBe(429)
    expect(performance.now() - startedMs).toBeGreaterThan(190)
    await application.close()
  })

  test('holds up no other answer, and is answered at once while as many are held as may be', async () => {
    const { app, url, begin } = await refusing({ ms: HOUR_MS, atOnceMax: 2 })
    const held = [await begin(), await begin()]
    expect(await (await begin()).answer()).toMatchObject({ status: 429 })
    expect(await (await fetch(url)).text()).toBe('welcome')
    expect(held.every((one) => one.isOpen())).toBe(true)
    // Who goes leaves the place to the next.
    held[0]?.destroy()
    await eventually('one to be held', async () => {
      const next = await begin()
      const isAnswered = next.answer().then(() => true)
      return !(await Promise.race([isAnswered, sleep(50, false)]))
    })
    app.server.closeAllConnections()
    await app.close()
  })
})

describe('connections', () => {
  test('are ended by a request that does not wait for the answer before it, and it is not served', async () => {
    const body = '{"email":"nobody@example.com"}'
    const link = `POST /api/auth/send-magic-link HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.8\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    for (let count = 0; count < 31; count += 1) {
      const hasty = await openRaw(league.application.url)
      hasty.write(`GET /api/public/live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.8\r\n\r\n${link}`)
      await eventually('it is ended', async () => !hasty.isOpen())
    }
    const once = await openRaw(league.application.url)
    once.write(link.replace('\r\n', '\r\nConnection: close\r\n'))
    expect(await once.answer(), 'not counted').toMatchObject({ status: 200 })
  })

  test('stay open for those who wait for each answer', async () => {
    const ask = 'GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n'
    const patient = await openRaw(league.application.url)
    for (let count = 1; count <= 20; count += 1) {
      patient.write(ask)
      await eventually('an answer', async () => patient.heard().split('HTTP/1.1 200').length === count + 1)
    }
    expect(patient.isOpen()).toBe(true)
    patient.destroy()
  })

  test('are no more than allowed, and of one network half of them', async () => {
    const application = await applicationForTest({ config: { connectionsMax: 10 } })
    const held: RawConnection[] = []
    for (let count = 0; count < 8; count += 1) held.push(await openRaw(application.url))
    await eventually('some are closed', async () => held.filter((one) => one.isOpen()).length === 5)
    for (const connection of held) connection.destroy()
    await application.close()
  })

  test('of addresses in one network of IPv6 are counted together', async () => {
    const sameNetwork = Array.from({ length: 8 }, (_, index) => `2001:db8:1:${index}::1`)
    const held = await openedFrom([...sameNetwork, '2001:db8:2::1'], { max: 10, trustProxy: [] })
    await eventually('three are closed', async () => openIn(held) === 6)
    expect(held.at(-1)?.isOpen()).toBe(true)
  })

  test('leave half of all places to the proxies, whoever else comes', async () => {
    const others = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((one) => [one, one, one, one])
    const proxies = Array.from({ length: 5 }, () => '198.51.100.9')
    const held = await openedFrom([...others, ...proxies], { max: 10, trustProxy: ['198.51.100.0/24'] })
    await eventually('all but five others are closed', async () => openIn(held) === 10)
    expect(openIn(held.slice(-5))).toBe(5)
    expect(openIn(held.slice(0, 4)), 'of one address').toBe(2)
  })

  const openIn = (connections: readonly RawConnection[]) => connections.filter((one) => one.isOpen()).length

  /** This machine has no such addresses. */
  async function openedFrom(addresses: readonly string[], bounds: Parameters<typeof boundConnections>[1]) {
    const server = createServer()
    const left = [...addresses]
    server.on('connection', (socket) =>
      Object.defineProperty(socket, 'remoteAddress', { value: left.shift() }),
    )
    boundConnections(server, bounds)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const held: RawConnection[] = []
    for (const _ of addresses) held.push(await openRaw(`http://127.0.0.1:${port}`))
    onTestFinished(() => {
      for (const connection of held) connection.destroy()
      server.close()
    })
    return held
  }

  test('whose client does not read are cut', async () => {
    const server = createServer((_request, reply) => void reply.end(Buffer.alloc(20_000_000)))
    boundConnections(server, { max: 10, trustProxy: [], silentMs: 300 })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    const deaf = connect(port, '127.0.0.1')
      .on('error', () => {})
      .pause()
    deaf.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await eventually('it is there', async () => (await open()) === 1)
    await eventually('it is cut', async () => (await open()) === 0)
    deaf.destroy()
    server.close()
  })
})
