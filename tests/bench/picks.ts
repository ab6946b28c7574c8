import { load } from './load.ts'
import type { Row } from './report.ts'
import { type Installation, install, KINDS, type Kind } from './stages.ts'

const CLIENTS = [1, 20, 200] as const
const SIZE = { players: 200, rounds: 20, open: 10 }

/** A pick, from the request to the answer, against a row that bare Fastify writes into the same kind of database. */
export async function benchPicks(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) rows.push(...(await benchOn(kind, seconds)))
  return rows
}

async function benchOn(kind: Kind, seconds: number): Promise<Row[]> {
  const installation = await install(kind, SIZE)
  const server = await installation.start()
  const bare = await installation.startBare()
  const rows: Row[] = []
  await pick(server.url, installation, 20, seconds)
  for (const clients of CLIENTS) {
    const theirs = await insert(bare.url, clients, seconds)
    const ours = await pick(server.url, installation, clients, seconds)
    const what = `${kind}, ${clients} ${clients === 1 ? 'client' : 'clients'}`
    rows.push({
      ...{ section: 'picks', what, figure: ours.perSecond, bare: theirs.perSecond, unit: '/s' },
      target: { is: 'at least', value: 0.5, of: 'ratio' },
    })
    rows.push({ section: 'picks', what: `${what}: p50`, figure: ours.p50Ms, bare: theirs.p50Ms, unit: 'ms' })
    rows.push({
      ...{ section: 'picks', what: `${what}: p99`, figure: ours.p99Ms, bare: theirs.p99Ms, unit: 'ms' },
      ...(clients === 200 ? { target: { is: 'at most', value: 100, of: 'figure' } } : {}),
    })
  }
  await Promise.all([server.stop(), bare.stop()])
  await installation.remove()
  return rows
}

const TEAMS = ['Reds', 'Blues', 'Greens', 'Golds']
const headers = { 'content-type': 'application/json' }

/** Each client picks for its share of the players, one after the other, and then changes their minds. */
export function pick(url: string, { tokenFor, league }: Installation, clients: number, seconds: number) {
  return load({
    ...{ url, clients, seconds, headers },
    requestsOf: (client) => {
      const players = league.playerIds.filter((playerId) => playerId % clients === client)
      const links = league.openRoundIds.flatMap((roundId) =>
        players.map((playerId) => `/api/picks/${tokenFor(roundId, playerId)}`),
      )
      return TEAMS.flatMap((team) =>
        links.map((path) => ({ method: 'POST', path, headers, body: JSON.stringify({ picks: [team] }) })),
      )
    },
  })
}

function insert(url: string, clients: number, seconds: number) {
  const requests = TEAMS.map((team) => ({ method: 'POST' as const, body: JSON.stringify({ picks: [team] }) }))
  return load({ ...{ url, clients, seconds, headers }, requests })
}
