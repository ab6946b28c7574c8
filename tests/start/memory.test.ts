import { readFileSync } from 'node:fs'
import { expect, onTestFinished, vi } from 'vitest'
import { longTest, report } from '../deep/depth.ts'
import { APP_URL, FIRST_ADMIN } from '../support/application.ts'
import { folderForTest } from '../support/folder-for-test.ts'
import { freePort } from '../support/free-port.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { memoryLimit, memoryLimitMissing } from '../support/memory-limit.ts'
import { postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { startOperation, startServerProcess } from '../support/server-process.ts'

vi.setConfig({ testTimeout: 240_000 })

const SECRET = 'a-secret-of-32-characters-or-more-than-that'
const FIRST = { APP_URL, ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password }

/** The most that one process ever held. */
const peakOf = (pid: number) => {
  const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kb) / 1024)} MB`
}

function limited<T extends { pid: number; kill(): Promise<unknown> }>(limitMb: number, start: () => T) {
  const limit = memoryLimit(limitMb)
  const running = start()
  limit.holdIn(running.pid)
  onTestFinished(async () => {
    await running.kill()
    limit.remove()
  })
  return { running, limit }
}

async function serverIn(limitMb: number, env: Record<string, string>) {
  const port = `${await freePort()}`
  const { running, limit } = limited(limitMb, () => startServerProcess({ PORT: port, ...FIRST, ...env }))
  expect(await running.ready, running.output()).toBe('listening')
  return { server: running, limit }
}

const players = Array.from({ length: 15 }, (_, index) => `Player ${index + 1}`)
const everybody = Object.fromEntries(players.map((name, index) => [name, [index % 2 ? 'Reds' : 'Blues']]))

longTest(
  'a first start, an export and an import each need no more than 512 MB',
  async () => {
    const dataDir = await folderForTest()
    const { server, limit } = await serverIn(512, { DATA_DIR: dataDir })
    expect(await http(server.url).get('/public/config')).toMatchObject({ status: 200 })
    const file = `${dataDir}/league.zip`
    const env = { DATA_DIR: dataDir, ...FIRST }
    const exported = startOperation(['operate', 'export', file], env)
    expect(await exported.ended, exported.output()).toMatchObject({ code: 0 })
    report({ 'first start': peakOf(server.pid), 'together, of 512 MB': `${limit.peakMb()} MB` })
    await server.stop()

    const other = { ...env, DATA_DIR: await folderForTest() }
    const imported = limited(511, () => startOperation(['operate', 'import', file], other))
    expect(await imported.running.ended, imported.running.output()).toMatchObject({ code: 0 })
    report({ import: `${imported.limit.peakMb()} MB` })
  },
  memoryLimitMissing,
)

longTest(
  'a season of 15 players on a PostgreSQL server needs no more than 256 MB',
  async () => {
    const postgres = await startPostgresServer()
    onTestFinished(postgres.stop)
    const dataDir = await folderForTest()
    const env = { DATA_DIR: dataDir, DATABASE_URL: await postgres.createDatabase(), JWT_SECRET: SECRET }
    const { server, limit } = await serverIn(256, env)
    let plan = aLeague().withPlayers(players).withSeason()
    for (let count = 0; count < 11; count += 1) {
      plan = plan.withRound().withPicks(everybody).completed({ firstPlaceTeam: 'Reds' })
    }
    const { visitor, seasonId } = await plan.ended().on({ url: server.url, dataDir }, { secret: SECRET })
    const { body } = await visitor.get(`/public/leaderboard/season/${seasonId}`)
    expect(JSON.stringify(body)).toContain('Player 15')
    report({ server: peakOf(server.pid), 'together, of 256 MB': `${limit.peakMb()} MB` })
    await server.stop()
  },
  memoryLimitMissing ?? postgresMissing,
)
