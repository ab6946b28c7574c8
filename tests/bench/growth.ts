import { performance } from 'node:perf_hooks'
import { http } from '../support/http.ts'
import { setUpAdmin } from '../support/league/over-http.ts'
import { load } from './load.ts'
import { pick } from './picks.ts'
import type { Row } from './report.ts'
import { type Installation, install } from './stages.ts'

const SIZE = { players: 20, rounds: 12, open: 4 }
const EVENTS = [1_000, 10_000, 100_000, 1_000_000]
/** From the shortest log to the longest nothing may become slower than this. */
const GROWTH_MAX = 1.2
const POINT_CHANGES = 10

type Figures = { board: number; picks: number; points: number }

/** The same season at the end of longer and longer logs, on PostgreSQL. */
export async function benchGrowth(seconds: number): Promise<Row[]> {
  const measured: { events: number; figures: Figures }[] = []
  for (const events of EVENTS) measured.push({ events, figures: await measureAt(events, seconds) })
  const [first] = measured
  if (!first) return []
  return measured.flatMap(({ events, figures }) => {
    const at = `with ${events.toLocaleString('en-US')} events`
    const section = 'growth'
    const target = events === first.events ? {} : { target: limit }
    // As the time that each takes, so that more is slower everywhere.
    const msPer = (perSecond: number) => 1_000 / perSecond
    const row = (what: string, figure: number, bare: number): Row => ({
      ...{ section, what: `${what} ${at}`, figure, bare, unit: 'ms', ...target },
    })
    return [
      row('a board', msPer(figures.board), msPer(first.figures.board)),
      row('a pick, 20 clients', msPer(figures.picks), msPer(first.figures.picks)),
      row('new points', figures.points, first.figures.points),
    ]
  })
}

const limit = { is: 'at most', value: GROWTH_MAX, of: 'ratio' } as const

async function measureAt(events: number, seconds: number): Promise<Figures> {
  const installation = await install('PostgreSQL', SIZE, events)
  const server = await installation.start()
  const board = `${server.url}/api/public/leaderboard/season/${installation.league.seasonId}`
  await load({ url: board, clients: 20, seconds: 1 })
  const { perSecond: boards } = await load({ url: board, clients: 20, seconds })
  await pick(server.url, installation, 20, { seconds: 2 })
  const { perSecond: picks } = await pick(server.url, installation, 20, { seconds })
  const points = await changePoints(server.url, installation)
  await server.stop()
  await installation.remove()
  return { board: boards, picks, points }
}

/** From saving other points to the new table, as a visitor sees it; the mean of several, in milliseconds. */
async function changePoints(url: string, { league }: Installation): Promise<number> {
  const visitor = http(url)
  const admin = await setUpAdmin(url)
  let totalMs = 0
  for (let change = 0; change <= POINT_CHANGES; change += 1) {
    const startedMs = performance.now()
    const saved = await admin.put('/admin/settings', { pointsFirstPlace: 6 + (change % 3) })
    if (saved.status !== 200) throw new Error(`The points are not saved: ${saved.text}`)
    await visitor.get(`/public/leaderboard/season/${league.seasonId}`)
    // The first one warms up.
    if (change > 0) totalMs += performance.now() - startedMs
  }
  return totalMs / POINT_CHANGES
}
