import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openEventStoreDb } from '../../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { APP_URL, FIRST_ADMIN } from '../../support/application.ts'
import { someEvent } from '../../support/events.ts'
import { startEventStore } from '../../support/eventstore-place.ts'
import { freePort } from '../../support/free-port.ts'
import { http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import type { League } from '../../support/league/over-http.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { report, times } from '../depth.ts'

const CLIENTS = 200
const LASTS_MS = times(60) * 1_000
const PAUSE_AFTER_REFUSAL_MS = 100
/** A link takes thirty changes in ten minutes. */
const SPORTS = 40
const TEAMS = ['Reds', 'Blues', 'Greens']
const PLAYERS = Array.from({ length: CLIENTS }, (_, index) => ({ name: `Player ${index}`, email: null }))
const SECRET = 'a-secret-that-all-of-the-processes-share'

describe.skipIf(postgresMissing)('two hundred clients at once, with the log in EventStoreDB', () => {
  let postgres: PostgresServer
  let eventStore: Awaited<ReturnType<typeof startEventStore>>
  let league: League
  let roundIds: number[]
  const processes: ServerProcess[] = []

  beforeAll(async () => {
    postgres = await startPostgresServer({ isDurable: true })
    eventStore = await startEventStore()
    const DATABASE_URL = await postgres.createDatabase()
    for (let count = 0; count < 2; count += 1) {
      const server = startServerProcess({
        ...{ DATABASE_URL, EVENTSTORE_URL: eventStore.url, JWT_SECRET: SECRET, APP_URL },
        ...{ ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password },
        ...{ PORT: `${await freePort()}`, CONNECTIONS_MAX: '2000' },
      })
      expect(await server.ready, server.output()).toBe('listening')
      processes.push(server)
    }
    const [first] = processes
    league = await aLeague()
      .withPlayers(PLAYERS)
      .withSeason()
      .on({ url: first?.url ?? '', dataDir: '' }, { secret: SECRET })
    roundIds = []
    for (let count = 0; count < SPORTS; count += 1)
      roundIds.push(await league.openRound({ sportName: `Sport ${count}` }))
  })
  afterAll(async () => {
    for (const { stop } of processes) await stop()
    await eventStore?.stop()
    await postgres?.stop()
  })

  /** Each client picks again and again, by the link of its own player. */
  async function burst(urls: readonly string[]) {
    const visitors = urls.map((url) => http(url))
    const endMs = performance.now() + LASTS_MS
    const refused = new Map<string, number>()
    const tookMs: number[] = []
    const saved = new Map<string, string>()
    const client = async (playerId: number, index: number) => {
      const visitor = visitors[index % visitors.length] ?? league.visitor
      for (let count = 0; performance.now() < endMs; count += 1) {
        const roundId = roundIds[count % SPORTS] ?? 0
        const team = TEAMS[Math.floor(count / SPORTS) % TEAMS.length] ?? ''
        const path = `/picks/${league.tokenFor(roundId, playerId)}`
        const startedMs = performance.now()
        const { status, body } = await visitor.post(path, { picks: [team] })
        tookMs.push(performance.now() - startedMs)
        if (status === 200) saved.set(path, team)
        else {
          const told = `${status} ${body.error}`
          refused.set(told, (refused.get(told) ?? 0) + 1)
          await sleep(PAUSE_AFTER_REFUSAL_MS)
        }
      }
    }
    await Promise.all(league.playerIds.map(client))
    const sorted = tookMs.toSorted((left, right) => left - right)
    report({
      'picks a second': Math.round((tookMs.length * 1_000) / LASTS_MS),
      'p99 in ms': Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      'longest answer in ms': Math.round(sorted.at(-1) ?? 0),
    })
    for (const [path, team] of [...saved].slice(0, 50)) {
      const { body } = await league.visitor.get(path)
      expect(body.currentPick.pickItems).toMatchObject([{ pickValue: team }])
    }
    return Object.fromEntries(refused)
  }

  test('are all served by one process', async () => {
    expect(await burst(processes.slice(0, 1).map(({ url }) => url))).toEqual({})
  })

  test('are all served by two processes', async () => {
    expect(await burst(processes.map(({ url }) => url))).toEqual({})
  })

  test('beside the bare append to new streams', async () => {
    const { url, stop } = await startEventStore()
    const store = await openEventStoreDb({ url, onError: () => {} })
    const endMs = performance.now() + Math.min(LASTS_MS, 10_000)
    let count = 0
    const append = async (client: number) => {
      for (let number = 0; performance.now() < endMs; number += 1) {
        await store.append(`bare-${client}-${number}`, [someEvent()], 'no_stream')
        count += 1
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => append(client)))
    report({ 'bare appends a second': Math.round((count * 1_000) / Math.min(LASTS_MS, 10_000)) })
    expect(count).toBeGreaterThan(0)
    await store.close()
    await stop()
  })
})
