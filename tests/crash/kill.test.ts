import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { startProjector } from '#projections/projector'
import { replayInto } from '#projections/rebuild'
import { FIRST_ADMIN } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { leagueOf, OSCARS, setUpAdmin } from '../support/league.ts'
import { wholeLog, withFolder } from '../support/log.ts'
import { tablesOf } from '../support/read-tables.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { addedIn, submittedIn } from './log-values.ts'
import { randomFrom } from './random.ts'
import { startWriters } from './writers.ts'

const KILLS = Number(process.env.CRASH_KILLS || 20)
const SEED = Number(process.env.CRASH_SEED || Date.now() % 1_000_000)
const PLAYERS = Array.from({ length: 8 }, (_, index) => `Player ${index + 1}`)
/** A start takes about a second and a half, so every other kill falls into one. */
const AFTER_SPAWN_MS = 1_500
const AFTER_READY_MS = 1_500
const FIRST_START_KILLS = 5
const FIRST_START_MS = 3_500

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function starterOn(dataDir: string, port: number) {
  return (): ServerProcess => {
    const server = startServerProcess({
      DATA_DIR: dataDir,
      PORT: `${port}`,
      APP_URL: 'https://picks.test',
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
    })
    cleanups.push(server.kill)
    return server
  }
}

async function listening(server: ServerProcess): Promise<ServerProcess> {
  expect(await server.ready, server.output()).toBe('listening')
  return server
}

describe('a server that is killed', () => {
  test(`at ${KILLS} random moments under load keeps each acknowledged action, once`, {
    timeout: 600_000,
  }, async () => {
    const startedMs = performance.now()
    const random = randomFrom(SEED)
    const dataDir = await folderForTest()
    await copyTemplate(dataDir)
    const start = starterOn(dataDir, await freePort())

    let server = await listening(start())
    const league = await leagueOf({ url: server.url, dataDir }, { players: PLAYERS, email: () => '' })
    const roundId = await league.openRound({ ...OSCARS, lockTime: '2099-01-01T00:00:00Z' })
    const writers = startWriters(league, roundId)
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill % 2 === 0) {
        await listening(server)
        await sleep(random() * AFTER_READY_MS)
      } else {
        await sleep(random() * AFTER_SPAWN_MS)
      }
      await server.kill()
      server = start()
    }
    await listening(server)
    await sleep(500)
    await writers.stop()

    expect(await league.visitor.get('/health')).toMatchObject({ body: { status: 'ok' } })
    const board = await league.admin.get(`/admin/leaderboard/season/${league.seasonId}`)
    expect(board.body.leaderboard).toHaveLength(PLAYERS.length)
    expect(await league.admin.post(`/admin/rounds/${roundId}/lock`)).toMatchObject({ status: 200 })
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    const { acknowledged, unanswered, strange } = writers
    console.log(
      `${KILLS} kills (seed ${SEED}) in ${Math.round((performance.now() - startedMs) / 1000)} s: ` +
        `${acknowledged.length} acknowledged actions, ${unanswered.length} without an answer`,
    )
    expect(strange).toEqual([])
    expect(acknowledged.length, 'enough load').toBeGreaterThan(KILLS)

    await withFolder(dataDir, async (log) => {
      const events = await wholeLog(log.store)
      const values = [...submittedIn(events), ...addedIn(events)]
      expect(values.length, 'each at most once').toBe(new Set(values).size)
      const kept = new Set(values)
      const wanted = acknowledged.map((done) => (done.kind === 'pick' ? done.value : done.name))
      expect(wanted.filter((value) => !kept.has(value))).toEqual([])
      const known = new Set([...wanted, ...unanswered, ...PLAYERS])
      expect(values.filter((value) => !known.has(value))).toEqual([])

      const projector = await startProjector({ ...log, onError: console.error })
      await replayInto(log.database.kysely, log.store, 'replay')
      expect(await tablesOf(log.database.kysely, 'read')).toEqual(
        await tablesOf(log.database.kysely, 'replay'),
      )
      await projector.stop()
    })
  })

  test(`in its very first start, ${FIRST_START_KILLS} times, comes up at last and works`, {
    timeout: 120_000,
  }, async () => {
    const random = randomFrom(SEED + 1)
    const start = starterOn(await folderForTest(), await freePort())
    for (let kill = 0; kill < FIRST_START_KILLS; kill += 1) {
      const server = start()
      await sleep(random() * FIRST_START_MS)
      await server.kill()
    }
    const server = await listening(start())
    const admin = await setUpAdmin(server.url)
    expect(await admin.post('/admin/users', { name: 'Ann', email: '' })).toMatchObject({ status: 201 })
    expect(await http(server.url).get('/health')).toMatchObject({ body: { status: 'ok' } })
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})
