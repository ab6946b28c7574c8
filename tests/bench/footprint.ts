import { setTimeout as sleep } from 'node:timers/promises'
import { FIRST_ADMIN } from '../support/application.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { npmStart, type ServerProcess } from '../support/server-process.ts'
import { residentMb } from './memory.ts'
import { playLeague } from './played-league.ts'
import type { Row } from './report.ts'
import { installed, KINDS, type Kind, startServer } from './stages.ts'

/** Nearly 100,000 events. */
const SIZE = { players: 200, rounds: 40, picksEach: 12 }
const VISITED_MS = 3_000
const SETTLED_MS = 30_000
const FIRST_MB_MAX = 220
const RESIDENT_MB_MAX: Record<Kind, number> = { embedded: 220, PostgreSQL: 150 }
/** What nobody asked for while it settles. */
const GROWTH_MB_MAX = 30
const FIRST_START_MS_MAX = 4_000
const LATER_START_MS_MAX = 2_000

/** What a server takes on its first start, and with a long log behind it. */
export async function benchFootprint(): Promise<Row[]> {
  const rows = await benchEmpty()
  for (const kind of KINDS) rows.push(...(await benchOn(kind)))
  return rows
}

/** From `npm start` in a built clone to the page, with the embedded database. */
async function benchEmpty(): Promise<Row[]> {
  const folder = await temporaryFolder()
  const env = {
    DATA_DIR: folder.path,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
  }
  const started = async () => {
    const startedMs = performance.now()
    const server = npmStart({ ...env, PORT: `${await freePort()}` }, { builds: true })
    await firstAnswer(server)
    const tookMs = performance.now() - startedMs
    await server.stop()
    return tookMs
  }
  const firstMs = await started()
  const laterMs = await started()
  await folder.remove()

  const anew = await temporaryFolder()
  const server = await startServer({ ...env, DATA_DIR: anew.path })
  await sleep(SETTLED_MS)
  const figure = residentMb(server.pid, 'now') ?? Number.NaN
  await server.stop()
  await anew.remove()
  const section = 'footprint'
  return [
    {
      ...{ section, what: 'embedded, the first start', figure: firstMs, unit: 'ms' },
      target: { is: 'at most', value: FIRST_START_MS_MAX, of: 'figure' },
    },
    {
      ...{ section, what: 'embedded, a later start', figure: laterMs, unit: 'ms' },
      target: { is: 'at most', value: LATER_START_MS_MAX, of: 'figure' },
    },
    {
      ...{ section, what: 'embedded, resident behind the first start', figure, unit: 'MB' },
      target: { is: 'at most', value: FIRST_MB_MAX, of: 'figure' },
    },
  ]
}

async function firstAnswer(server: ServerProcess) {
  if ((await server.ready) !== 'listening') throw new Error(server.output())
  await (await fetch(server.url)).text()
}

/** A server that is stopped in the middle of its mails, and sends the rest after the next start. */
async function benchOn(kind: Kind): Promise<Row[]> {
  const installation = await installed(kind, async (env, tokenFor) => {
    const server = await startServer(env)
    const league = await playLeague(server.url, SIZE, tokenFor)
    await server.stop()
    return league
  })
  const startedMs = performance.now()
  const server = await installation.start()
  const startMs = performance.now() - startedMs
  await fetch(`${server.url}/api/public/leaderboard/season/${installation.league.seasonId}`)
  await sleep(VISITED_MS)
  const visitedMb = residentMb(server.pid, 'now') ?? Number.NaN
  await sleep(SETTLED_MS - VISITED_MS)
  const settledMb = residentMb(server.pid, 'now') ?? Number.NaN
  await server.stop()
  await installation.remove()
  const section = 'footprint'
  const what = `${kind}, a played season`
  return [
    { section, what: `${what}: start`, figure: startMs, unit: 'ms' },
    {
      ...{ section, what: `${what}: resident`, figure: settledMb, unit: 'MB' },
      target: { is: 'at most', value: RESIDENT_MB_MAX[kind], of: 'figure' },
    },
    {
      ...{ section, what: `${what}: growth by itself`, figure: settledMb - visitedMb, unit: 'MB' },
      target: { is: 'at most', value: GROWTH_MB_MAX, of: 'figure' },
    },
  ]
}
