import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Installation, install, stopPostgres } from '../../bench/stages.ts'
import { freePort } from '../../support/free-port.ts'
import { http } from '../../support/http.ts'
import { postgresMissing } from '../../support/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { report, times } from '../depth.ts'
import { type Attack, attack } from './attacker.ts'

const SIZE = { players: 150, rounds: 30 }
/** Of seven more seasons, of two hundred players each: the hall of fame shows them all. */
const EVENTS_MIN = times(60_000)
const LASTS_MS = times(12) * 1_000
const BETWEEN_PICKS_MS = 250
const RESIDENT_MB_MAX = 400
const STAMPED_MS_MAX = 100
const DAY_MS = 86_400_000
const FIRST_MS = Date.parse('2020-01-01T12:00:00.000Z')

/** Points at which the season was played, each some minutes from the last. */
const INSTANTS = Array.from({ length: 1_000 }, (_, index) =>
  new Date(FIRST_MS + 4 * DAY_MS + index * 97_000).toISOString(),
)

type Aimed = Attack & { name: string }

function attacksOn({ league, tokenFor }: Installation): Aimed[] {
  const board = `/api/public/leaderboard/season/${league.seasonId}`
  const [roundId = 0] = league.openRoundIds
  const link = tokenFor(roundId, league.playerIds.at(-1) ?? 0)
  const links = league.playerIds.map((playerId) => `/api/picks/validate/${tokenFor(roundId, playerId)}`)
  const pastBoards = INSTANTS.map((instant) => `${board}?asOf=${instant}`)
  const explanations = league.playerIds.map((playerId) => `${board}/players/${playerId}`)
  const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
  const queried = (path: string) => numbers.map((number) => `${path}?x=${number}`)
  const wrong = JSON.stringify({ picks: Array(11_000).fill(1) })
  return [
    { name: 'nothing', paths: [] },
    { name: 'H1, wrong bodies', paths: [`/api/picks/${link}`], body: wrong },
    { name: 'H3, the past', paths: pastBoards },
    { name: 'H3, the past, 250 clients', paths: pastBoards, clients: 250 },
    { name: 'H3, explanations', paths: explanations },
    { name: 'H3, explanations, 250 clients', paths: explanations, clients: 250 },
    { name: 'M1, one link saves', paths: [`/api/picks/${link}`], body: '{"picks":["Reds"]}' },
    { name: 'M1, one link is opened', paths: [`/api/picks/validate/${link}`] },
    { name: 'L6, 900 connections in line', paths: links, connections: 900 },
    { name: 'M3, live streams', paths: ['/api/public/live'], manner: 'pipe' },
    { name: 'M8, answers not read', paths: ['/api/docs/json'], manner: 'deaf', clients: 250 },
    { name: 'M8, boards not read', paths: [board], manner: 'deaf' },
    { name: 'M8, boards of the past not read', paths: pastBoards, manner: 'deaf', clients: 250 },
    { name: 'M9, the description', paths: ['/api/docs/json'] },
    { name: 'M9, the description, 250 clients', paths: ['/api/docs/json'], clients: 250 },
    { name: 'M9, the seasons', paths: ['/api/public/seasons'] },
    { name: 'M9, the settings', paths: ['/api/public/settings'] },
    { name: 'M9, the health', paths: ['/api/health'] },
    { name: 'hall of fame, with a query', paths: queried('/api/public/seasons/champions') },
    { name: 'all-time table, with those that run', paths: ['/api/public/all-time?include=running'] },
    { name: 'all-time table, with a query', paths: queried('/api/public/all-time') },
    { name: 'players who are there or not', paths: numbers.map((id) => `/api/public/players/${id}`) },
    { name: 'the seasons, with a query', paths: queried('/api/public/seasons') },
    { name: 'a board, with a query', paths: queried(board), clients: 250 },
    { name: 'the home page, with a query', paths: queried('/') },
    { name: 'the home page of any season', paths: numbers.map((id) => `/?season=${id}`) },
  ]
}

describe.each(['embedded', 'PostgreSQL'] as const)('%s', (kind) => {
  const isMissing = kind === 'PostgreSQL' && postgresMissing !== null
  let installation: Installation
  beforeAll(async () => {
    if (isMissing) return
    installation = await install(kind, SIZE, EVENTS_MIN)
    // The first start fills the read tables, which takes more memory than any flood.
    await (await installation.start()).stop()
  })
  afterAll(async () => {
    await installation?.remove()
    await stopPostgres()
  })

  const names = attacksOn({
    league: { openRoundIds: [], playerIds: [], seasonId: 0 },
    tokenFor: () => '',
  } as never)
  test.skipIf(isMissing).each(names.map(({ name }) => name))(
    `${kind}, against %s: picks are saved meanwhile`,
    async (name) => {
      const { paths, ...how } = attacksOn(installation).find((one) => one.name === name) ?? { paths: [] }
      const server = await started(installation)
      const flood = paths.length > 0 ? attack(server.url, LASTS_MS, { paths, ...how }) : sleep(LASTS_MS, {})
      const saved = await saveDuring(server, installation, flood)
      const residentMb = peakMb(server)
      const late = saved.map(({ lateMs }) => lateMs).toSorted((left, right) => left - right)
      report({
        picks: saved.length,
        ...spread('stamped late in ms', late),
        ...spread(
          'answered in ms',
          saved.map(({ answeredMs }) => answeredMs),
        ),
        'peak MB': residentMb,
        attacker: JSON.stringify(await flood),
      })
      expect(saved.map(({ status }) => status)).toEqual(saved.map(() => 200))
      expect(residentMb).toBeLessThan(RESIDENT_MB_MAX)
      // The worst of a few depends on what else the machine does.
      expect(late[Math.floor(late.length / 2)]).toBeLessThan(STAMPED_MS_MAX)
    },
  )
})

async function started({ env, league }: Installation): Promise<ServerProcess> {
  const server = startServerProcess(
    { ...env, TRUST_PROXY: '127.0.0.1', PORT: `${await freePort()}` },
    process.cwd(),
  )
  onTestFinished(async () => void (await server.kill()))
  expect(await server.ready, server.output()).toBe('listening')
  await http(server.url).get(`/public/leaderboard/season/${league.seasonId}`)
  return server
}

type Saved = { status: number; lateMs: number; answeredMs: number }

/** One player after the other, from half a second after the flood begins until it ends. */
async function saveDuring(
  server: ServerProcess,
  { league, tokenFor }: Installation,
  flood: Promise<unknown>,
): Promise<Saved[]> {
  const [roundId = 0] = league.openRoundIds
  const saved: Promise<Saved>[] = []
  let isOver = false
  const over = flood.finally(() => {
    isOver = true
  })
  await Promise.race([over, sleep(500)])
  // The last player's link is the attacker's.
  for (let turn = 0; !isOver; turn += 1) {
    const playerId = league.playerIds[turn % (league.playerIds.length - 1)] ?? 0
    saved.push(save(server.url, tokenFor(roundId, playerId)))
    await Promise.race([over, sleep(BETWEEN_PICKS_MS)])
  }
  return Promise.all(saved)
}

const TEAMS = ['Reds', 'Blues', 'Greens', 'Golds']
const changes = new Map<string, number>()

async function save(url: string, token: string): Promise<Saved> {
  // Another team each time: the same one again would keep the stamp that it had.
  const change = changes.get(token) ?? 0
  changes.set(token, change + 1)
  const team = TEAMS[change % TEAMS.length]
  const sentMs = Date.now()
  const response = await fetch(`${url}/api/picks/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify({ picks: [team] }),
  })
  const answer = (await response.json()) as { submittedAt?: string }
  const answeredMs = Date.now() - sentMs
  return { status: response.status, lateMs: Date.parse(answer.submittedAt ?? '') - sentMs, answeredMs }
}

/** Linux alone knows; elsewhere it is 0. */
function peakMb({ pid }: ServerProcess): number {
  try {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1_024)
  } catch {
    return 0
  }
}

function spread(what: string, values: readonly number[]): Record<string, number> {
  const sorted = values.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    [`${what}, median`]: at(0.5),
    [`${what}, p99`]: at(0.99),
    [`${what}, at most`]: sorted.at(-1) ?? 0,
  }
}
