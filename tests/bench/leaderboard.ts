import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.ts'
import type { SeasonSize } from './league.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind, startBare } from './stages.ts'

const SIZES: readonly SeasonSize[] = [
  { players: 15, rounds: 11 },
  { players: 200, rounds: 40 },
]
const CLIENTS = 100

/** The public board against the same bytes, which bare Fastify has in memory. */
export async function benchLeaderboard(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) for (const size of SIZES) rows.push(...(await benchBoard(kind, size, seconds)))
  return rows
}

async function benchBoard(kind: Kind, size: SeasonSize, seconds: number): Promise<Row[]> {
  const installation = await install(kind, size)
  const server = await installation.start()
  const url = `${server.url}/api/public/leaderboard/season/${installation.league.seasonId}`
  const answer = await fetch(url)
  const body = Buffer.from(await answer.arrayBuffer())
  const folder = await temporaryFolder()
  const bodyFile = join(folder.path, 'board.json')
  await writeFile(bodyFile, body)
  const bare = await startBare({ BODY_FILE: bodyFile })

  const ask = (url: string, headers = {}, status = 200) =>
    load({ url, clients: CLIENTS, seconds, headers, status })
  const etag = answer.headers.get('etag') ?? ''
  const [ours, theirs] = await alternately(
    () => ask(url),
    () => ask(bare.url),
  )
  const unchanged = await ask(url, { 'if-none-match': etag }, 304)

  await Promise.all([server.stop(), bare.stop()])
  await Promise.all([installation.remove(), folder.remove()])
  const what = `${kind}, ${size.players} x ${size.rounds}, ${Math.round(body.length / 1024)} KiB`
  return [
    {
      ...{ section: 'leaderboard', what, figure: ours, bare: theirs, unit: '/s' },
      target: { is: 'at least', value: 0.8, of: 'ratio' },
    },
    {
      ...{
        section: 'leaderboard',
        what: `${what}: 304`,
        figure: unchanged.perSecond,
        bare: theirs,
        unit: '/s',
      },
      target: { is: 'at least', value: 0.8, of: 'ratio' },
    },
  ]
}

/** Each in turn, twice, after a first round that only warms up: what the machine does besides falls on both. */
export async function alternately(
  ours: () => Promise<{ perSecond: number }>,
  theirs: () => Promise<{ perSecond: number }>,
): Promise<[ours: number, theirs: number]> {
  await ours()
  await theirs()
  const one = [await ours(), await ours()]
  const other = [await theirs(), await theirs()]
  const mean = (loads: { perSecond: number }[]) =>
    loads.reduce((sum, { perSecond }) => sum + perSecond, 0) / loads.length
  return [mean(one), mean(other)]
}
