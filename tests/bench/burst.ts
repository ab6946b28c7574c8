import { setTimeout as sleep } from 'node:timers/promises'
import { http } from '../support/http.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind } from './stages.ts'

const SIZE = { players: 200, rounds: 40 }
const BURST_MS = 2_000
const READERS = 5

/** Everybody picks within two seconds, as before a lock, while visitors read the public page again and again. */
export async function benchBurst(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind)))
  return rows
}

async function benchOn(kind: Kind): Promise<Row[]> {
  const installation = await install(kind, SIZE)
  const { league, tokenFor } = installation
  const server = await installation.start()
  const visitor = http(server.url)
  const board = `/public/leaderboard/season/${league.seasonId}`
  await visitor.get(board)

  const startedMs = performance.now()
  let picking = true
  const pickMs: number[] = []
  const readMs: number[] = []
  const readers = Array.from({ length: READERS }, async () => {
    while (picking) readMs.push(await timed(() => visitor.get(board)))
  })
  const [roundId = 0] = league.openRoundIds
  const players = league.playerIds.map(async (playerId, index) => {
    await sleep((index * BURST_MS) / league.playerIds.length)
    const body = { picks: ['Reds'] }
    pickMs.push(await timed(() => visitor.post(`/picks/${tokenFor(roundId, playerId)}`, body)))
  })
  await Promise.all(players)
  const lastMs = performance.now() - startedMs
  picking = false
  await Promise.all(readers)
  await server.stop()
  await installation.remove()

  const section = 'burst'
  const row = (what: string, figure: number): Row => ({
    section,
    what: `${kind}, ${what}`,
    figure,
    unit: 'ms',
  })
  return [
    row('last of 200 picks answered after', lastMs),
    row('a pick, p50', percentile(pickMs, 50)),
    { ...row('a pick, p99', percentile(pickMs, 99)), target: { is: 'at most', value: 100, of: 'figure' } },
    row(`a board meanwhile, p99 of ${readMs.length}`, percentile(readMs, 99)),
  ]
}

async function timed(ask: () => Promise<{ status: number; text: string }>): Promise<number> {
  const startedMs = performance.now()
  const { status, text } = await ask()
  if (status !== 200) throw new Error(`${status} ${text}`)
  return performance.now() - startedMs
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
