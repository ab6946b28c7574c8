import { setTimeout as sleep } from 'node:timers/promises'
import { FIRST_ADMIN } from '../support/application.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { npmStart, type ServerProcess } from '../support/server-process.ts'
import { residentMb } from './memory.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind, startServer } from './stages.ts'

const SIZE = { players: 200, rounds: 40 }
const EVENTS = 100_000
const SETTLED_MS = 30_000
const FIRST_MB_MAX = 220
const RESIDENT_MB_MAX: Record<Kind, number> = { embedded: 220, PostgreSQL: 150 }
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

async function benchOn(kind: Kind): Promise<Row[]> {
  const installation = await install(kind, SIZE, EVENTS)
  // The first start makes the read tables.
  await (await installation.start()).stop()
  const startedMs = performance.now()
  const server = await installation.start()
  const startMs = performance.now() - startedMs
  await fetch(`${server.url}/api/public/leaderboard/season/${installation.league.seasonId}`)
  await sleep(SETTLED_MS)
  const settledMb = residentMb(server.pid, 'now') ?? Number.NaN
  await server.stop()
  await installation.remove()
  const what = `${kind}, ${EVENTS.toLocaleString('en-US')} events`
  return [
    { section: 'footprint', what: `${what}: start`, figure: startMs, unit: 'ms' },
    {
      ...{ section: 'footprint', what: `${what}: resident`, figure: settledMb, unit: 'MB' },
      target: { is: 'at most', value: RESIDENT_MB_MAX[kind], of: 'figure' },
    },
  ]
}
