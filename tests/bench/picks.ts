import { http } from '../support/http.ts'
import { alternately } from './alternately.ts'
import { type Load, load } from './load.ts'
import type { Row } from './report.ts'
import { type Installation, install, KINDS, type Kind } from './stages.ts'
import { percentile, timed } from './timed.ts'

/** Open rounds enough, so that no link is used more often than a link may be. */
const SIZE = { players: 200, rounds: 40, open: 40 }
/** Of one durable row that bare Fastify inserts, how much a pick reaches at least. */
const RATIOS: Record<Kind, Record<number, number>> = {
  embedded: { 1: 0.4, 20: 0.6, 200: 1 },
  PostgreSQL: { 1: 0.4, 20: 0.6, 200: 0.6 },
}
/** The slowest of a hundred, beside the bare row's. */
const P99_RATIO_MAX = 1.5
const HUNDREDTH_RATIO_MAX = 1.1
const PER_SECOND_EMBEDDED = 800
const TEAMS = ['Reds', 'Blues', 'Greens', 'Golds']
const headers = { 'content-type': 'application/json' }

/** A pick, from the request to the answer, against a row that bare Fastify writes into the same kind of database. */
export async function benchPicks(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind, seconds)), ...(await benchHundredth(kind)))
  return rows
}

async function benchOn(kind: Kind, seconds: number): Promise<Row[]> {
  const installation = await install(kind, SIZE)
  const server = await installation.start()
  const bare = await installation.startBare()
  const rows: Row[] = []
  for (const [clients, ratio] of Object.entries(RATIOS[kind])) {
    const { ours, theirs } = await alternately(
      () => pick(server.url, installation, Number(clients), { seconds }),
      () => insert(bare.url, Number(clients), seconds),
    )
    rows.push(...rowsOf(`${kind}, ${clients} ${clients === '1' ? 'client' : 'clients'}`, ours, theirs, ratio))
    if (clients === '20' && kind === 'embedded') {
      const target = { is: 'at least', value: PER_SECOND_EMBEDDED, of: 'figure' } as const
      const what = 'embedded, 20 clients: rate'
      rows.push({ section: 'picks', what, figure: ours.perSecond, unit: '/s', target })
    }
  }
  await Promise.all([server.stop(), bare.stop()])
  await installation.remove()
  return rows
}

function rowsOf(what: string, ours: Load, theirs: Load, ratio: number): Row[] {
  const atLeast = { is: 'at least', value: ratio, of: 'ratio' } as const
  const atMost = { is: 'at most', value: P99_RATIO_MAX, of: 'ratio' } as const
  const section = 'picks'
  return [
    { section, what, figure: ours.perSecond, bare: theirs.perSecond, unit: '/s', target: atLeast },
    { section, what: `${what}: p50`, figure: ours.p50Ms, bare: theirs.p50Ms, unit: 'ms' },
    {
      ...{ section, what: `${what}: p99`, figure: ours.p99Ms, bare: theirs.p99Ms, unit: 'ms' },
      ...(what.includes('200') && { target: atMost }),
    },
  ]
}

let round = 0

/** The clients pick for all players, one round after the other, and then change their minds. */
export function pick(
  url: string,
  { tokenFor, league }: Installation,
  clients: number,
  how: { seconds: number; countsRefusals?: boolean },
) {
  const paths = league.openRoundIds.flatMap((roundId) =>
    league.playerIds.map((playerId) => `/api/picks/${tokenFor(roundId, playerId)}`),
  )
  round += 1
  // Begins with another team each time: what is saved already is no pick.
  const bodies = TEAMS.map((_, index) => ({ picks: [TEAMS[(index + round) % TEAMS.length]] }))
  return load({ url, clients, ...how, headers, posts: { paths, bodies } })
}

function insert(url: string, clients: number, seconds: number) {
  const bodies = TEAMS.map((team) => ({ picks: [team] }))
  return load({ url, clients, seconds, headers, posts: { paths: ['/'], bodies } })
}

/** The same player's pick after ninety-nine others, beside the first in another round: by turns, each behind a look at the page. */
async function benchHundredth(kind: Kind): Promise<Row[]> {
  const installation = await install(kind, { players: 100, rounds: 3, open: 3, changed: 99 })
  const { league, tokenFor } = installation
  const server = await installation.start()
  const player = http(server.url)
  const [often = 0, warming = 0, once = 0] = league.openRoundIds
  const pickIn = async (roundId: number, playerId: number) => {
    const path = `/picks/${tokenFor(roundId, playerId)}`
    await player.get(path)
    return timed(() => player.post(path, { picks: ['Reds'] }))
  }
  for (const playerId of league.playerIds) await pickIn(warming, playerId)
  const firstMs: number[] = []
  const hundredthMs: number[] = []
  for (const playerId of league.playerIds) {
    hundredthMs.push(await pickIn(often, playerId))
    firstMs.push(await pickIn(once, playerId))
  }
  await server.stop()
  await installation.remove()
  const target = { is: 'at most', value: HUNDREDTH_RATIO_MAX, of: 'ratio' } as const
  const figure = percentile(hundredthMs, 50)
  const what = `${kind}, the hundredth pick beside the first`
  return [{ section: 'picks', what, figure, bare: percentile(firstMs, 50), unit: 'ms', target }]
}
