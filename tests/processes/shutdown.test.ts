import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { longTest, report } from '../deep/depth.ts'
import { APP_URL, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { type League, setUpAdmin } from '../support/league/over-http.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'

const SECRET = 'a-secret-for-servers-that-come-and-go-on'
const CLIENTS = 20
const PLAYERS = ['Ann', 'Bob', 'Cleo', 'Dan']
const LOOK_MS = 100

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function listening(env: Record<string, string>): Promise<ServerProcess> {
  const first = { ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password }
  const server = startServerProcess({ APP_URL, PORT: `${await freePort()}`, ...first, ...env })
  cleanups.push(server.kill)
  expect(await server.ready, server.output()).toBe('listening')
  return server
}

type Load = { answered: () => number; failed: string[]; stop: () => Promise<void> }

/** As a reverse proxy asks: over a fixed number of connections that it keeps. */
function proxyTo(agent: Agent) {
  return (url: string, path: string, body?: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const [method, headers] = body ? ['POST', { 'content-type': 'application/json' }] : ['GET', {}]
      const asked = request(`${url}/api${path}`, { agent, method, headers }, async (response) => {
        resolve({ status: response.statusCode ?? 0, text: await text(response) })
      })
      asked.on('error', reject).end(body && JSON.stringify(body))
    })
}

/**
 * Clients that read and pick without a pause. Each request goes to a server that `choose` names; null says that there is
 * none just now. What nobody has accepted was no request, and is tried again.
 */
function startLoad(league: League, roundId: number, choose: () => string | null): Load {
  let answered = 0
  let isOver = false
  const failed: string[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const ask = proxyTo(agent)
  const paths = league.playerIds.map((playerId) => `/picks/${league.tokenFor(roundId, playerId)}`)
  const client = async (index: number) => {
    const pickPath = paths[index % paths.length] ?? ''
    for (let count = index; !isOver; count += 1) {
      const url = choose()
      if (url === null) {
        await sleep(LOOK_MS)
        continue
      }
      const asked =
        count % 2 === 0
          ? ask(url, `/public/leaderboard/season/${league.seasonId}`)
          : ask(url, pickPath, { picks: [count % 4 === 1 ? 'Reds' : 'Blues'] })
      await asked.then(
        ({ status, text }) => {
          // A link takes thirty changes in ten minutes: that these were too many is an answer as well.
          if (status === 200 || status === 429) answered += 1
          else failed.push(`${status} ${text}`)
        },
        async (error: Error & { code?: string }) => {
          if (error.code !== 'ECONNREFUSED') failed.push(`${error}`)
          await sleep(LOOK_MS)
        },
      )
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index))
  return {
    answered: () => answered,
    failed,
    stop: async () => {
      isOver = true
      await Promise.all(clients)
      agent.destroy()
    },
  }
}

/** What a load balancer does: asks each server again and again whether requests should go there. */
function startBalancer(urls: () => readonly string[]) {
  const ready = new Set<string>()
  let turn = 0
  const look = async () => {
    for (const url of urls()) {
      const answer = await http(url)
        .get('/health/ready')
        .catch(() => null)
      if (answer?.status === 200) ready.add(url)
      else ready.delete(url)
    }
  }
  const timer = setInterval(look, LOOK_MS)
  cleanups.push(async () => clearInterval(timer))
  return () => {
    turn += 1
    return [...ready][turn % Math.max(1, ready.size)] ?? null
  }
}

const moreAnswers = async (load: Load, count = 200) => {
  const until = load.answered() + count
  while (load.answered() < until && load.failed.length === 0) await sleep(LOOK_MS)
}

describe('a server that is told to end', () => {
  test('says so, and answers everything while it does', async () => {
    const application = await applicationForTest()
    cleanups.push(application.close)
    const visitor = http(application.url)
    expect(await visitor.get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
    application.announceStop()
    expect(await visitor.get('/health/ready')).toMatchObject({ status: 503, body: { status: 'stopping' } })
    expect(await visitor.get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } })
    await application.drain()
    await expect(visitor.get('/health/live')).rejects.toThrow('fetch failed')
  })

  longTest('under load fails no request that it has accepted', async () => {
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    await copyTemplate(folder.path)
    const server = await listening({ DATA_DIR: folder.path })
    const league = await aLeague()
      .withPlayers(PLAYERS)
      .withSeason()
      .on({ url: server.url, dataDir: folder.path })
    const load = startLoad(
      league,
      await league.openRound({ lockTime: '2099-01-01T00:00:00Z' }),
      () => server.url,
    )
    await moreAnswers(load)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    await load.stop()
    expect(load.failed).toEqual([])
  })

  longTest('does so at once where its log is in EventStoreDB, however short that is', async () => {
    const double = await startEventStoreDbDouble()
    cleanups.push(double.stop)
    const folder = await temporaryFolder()
    cleanups.push(folder.remove)
    await copyTemplate(folder.path)
    const server = await listening({ DATA_DIR: folder.path, EVENTSTORE_URL: double.url })
    const admin = await setUpAdmin(server.url)
    expect(await admin.post('/admin/users', { name: 'Ann', email: '' })).toMatchObject({ status: 201 })
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })

  longTest(
    'beside another one is not missed',
    async () => {
      const postgres = await startPostgresServer()
      cleanups.push(postgres.stop)
      const env = { DATABASE_URL: await postgres.createDatabase(), JWT_SECRET: SECRET }
      const servers = [await listening(env), await listening({ ...env, ROLE: 'api' })]
      const [first] = servers
      const league = await aLeague()
        .withPlayers(PLAYERS)
        .withSeason()
        .on({ url: first?.url ?? '', dataDir: '' }, { secret: SECRET })
      const roundId = await league.openRound({ lockTime: '2099-01-01T00:00:00Z' })
      const load = startLoad(
        league,
        roundId,
        startBalancer(() => servers.map(({ url }) => url)),
      )
      for (const place of [0, 1, 0]) {
        await moreAnswers(load)
        expect(await servers[place]?.stop()).toEqual({ code: 0, signal: null })
        await moreAnswers(load)
        servers[place] = await listening(env)
      }
      await load.stop()
      expect(load.failed).toEqual([])
      report({ 'servers that ended': 3, 'requests answered': load.answered(), failed: 0 })
    },
    postgresMissing,
  )
})
