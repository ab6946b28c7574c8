import { setTimeout as sleep } from 'node:timers/promises'
import { http } from '../support/http.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind, startServer } from './stages.ts'
import { percentile, timed } from './timed.ts'

const SIZE = { players: 200, rounds: 40, open: 2 }
const BURST_MS = 2_000
const VISITORS = 20
const WARMING_MS = 1_000
const PICK_MS_MAX: Record<Kind, number> = { embedded: 150, PostgreSQL: 100 }
const BOARD_MS_MAX = 100

/**
 * Everybody opens the pick page and picks within two seconds, as before a lock, while visitors in another process load the
 * public page again and again. Each has an address of its own.
 * The server has been running for a while: it has shown this board, and taken the picks of another round.
 */
export async function benchBurst(): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind)))
  return rows
}

async function benchOn(kind: Kind): Promise<Row[]> {
  const installation = await install(kind, SIZE)
  const { league, tokenFor } = installation
  const server = await startServer({ ...installation.env, TRUST_PROXY: '127.0.0.1' })
  const visitor = http(server.url)
  const board = `/public/leaderboard/season/${league.seasonId}`
  const [roundId = 0, earlierId = 0] = league.openRoundIds
  const from = (playerId: number) => ({ 'x-forwarded-for': `203.0.${playerId >> 8}.${playerId & 255}` })
  const pick = (roundId: number, playerId: number) =>
    visitor.post(`/picks/${tokenFor(roundId, playerId)}`, { picks: ['Reds'] }, from(playerId))
  const open = (playerId: number) => visitor.get(`/picks/${tokenFor(roundId, playerId)}`, from(playerId))
  const standing = (playerId: number) => visitor.get(`${board}/players/${playerId}`, from(playerId))
  const visit = (ms: number) =>
    load({
      ...{ url: `${server.url}/api${board}`, clients: VISITORS, seconds: ms / 1_000 },
      headers: { 'accept-encoding': 'gzip' },
    })
  for (const playerId of league.playerIds) await pick(earlierId, playerId)
  await visit(WARMING_MS)

  const visits = visit(BURST_MS)
  const startedMs = performance.now()
  const pickMs: number[] = []
  const standingMs: number[] = []
  const players = league.playerIds.map(async (playerId, index) => {
    await sleep((index * BURST_MS) / league.playerIds.length)
    await open(playerId)
    const asked = timed(() => standing(playerId))
    pickMs.push(await timed(() => pick(roundId, playerId)))
    standingMs.push(await asked)
  })
  await Promise.all(players)
  const lastMs = performance.now() - startedMs
  const boards = await visits
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
    {
      ...row('a pick, p99', percentile(pickMs, 99)),
      target: { is: 'at most', value: PICK_MS_MAX[kind], of: 'figure' },
    },
    row('the own standing on the pick page, p99', percentile(standingMs, 99)),
    {
      ...row(`a board meanwhile, p99 (${Math.round(boards.perSecond)} a second)`, boards.p99Ms),
      target: { is: 'at most', value: BOARD_MS_MAX, of: 'figure' },
    },
  ]
}
