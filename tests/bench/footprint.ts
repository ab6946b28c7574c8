import { setTimeout as sleep } from 'node:timers/promises'
import { residentMb } from './memory.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind } from './stages.ts'

const SIZE = { players: 200, rounds: 40 }
const EVENTS = 100_000
const SETTLED_MS = 3_000
const RESIDENT_MB_MAX = 250

/** What a server takes that has a long log behind it, from its start on. */
export async function benchFootprint(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind)))
  return rows
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
      target: { is: 'at most', value: RESIDENT_MB_MAX, of: 'figure' },
    },
  ]
}
