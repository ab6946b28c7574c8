import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { temporaryFolder } from '../support/folder.ts'
import { alternately } from './alternately.ts'
import type { SeasonSize } from './league.ts'
import { load } from './load.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind, startBare } from './stages.ts'

const SMALL = { players: 15, rounds: 11 }
const LARGE = { players: 200, rounds: 40 }
const CLIENTS = 20
const GZIP = { 'accept-encoding': 'gzip' }
const KIB_OF_BOARD_MAX = 60

type Page = { what: string; path: string; size: SeasonSize; ratioMin: number; kibMax?: number }

const board = '/api/public/leaderboard/season/1'

const PAGES: readonly Page[] = [
  { what: 'settings', path: '/api/public/settings', size: SMALL, ratioMin: 0.7 },
  { what: 'config', path: '/api/public/config', size: SMALL, ratioMin: 0.7 },
  { what: 'seasons', path: '/api/public/seasons', size: SMALL, ratioMin: 0.7 },
  { what: 'board of 15 x 11', path: board, size: SMALL, ratioMin: 0.85 },
  { what: 'graph of 15 x 11', path: `${board}/graph`, size: SMALL, ratioMin: 0.8 },
  { what: 'board of 200 x 40', path: board, size: LARGE, ratioMin: 0.85, kibMax: KIB_OF_BOARD_MAX },
]

/** What visitors ask for, against the same bytes under the same headers, which bare Fastify has in memory. */
export async function benchVisitors(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS)
    for (const size of [SMALL, LARGE])
      rows.push(
        ...(await benchPages(
          kind,
          PAGES.filter((page) => page.size === size),
          seconds,
        )),
      )
  return rows
}

async function benchPages(kind: Kind, pages: readonly Page[], seconds: number): Promise<Row[]> {
  const installation = await install(kind, pages[0]?.size ?? SMALL)
  const server = await installation.start()
  const answers = await Promise.all(pages.map(({ path }) => answerAt(server.url, path)))
  const folder = await temporaryFolder()
  const answersFile = join(folder.path, 'answers.json')
  await writeFile(answersFile, JSON.stringify(answers))
  const bare = await startBare({ ANSWERS_FILE: answersFile })

  const rows: Row[] = []
  const ask = (url: string) => load({ url, clients: CLIENTS, seconds, headers: GZIP })
  for (const [index, { what, path, ratioMin, kibMax }] of pages.entries()) {
    const { ours, theirs } = await alternately(
      () => ask(`${server.url}${path}`),
      () => ask(`${bare.url}${path}`),
    )
    const place = { section: 'visitors', what: `${kind}, ${what}` }
    rows.push({
      ...{ ...place, figure: ours.perSecond, bare: theirs.perSecond, unit: '/s' },
      target: { is: 'at least', value: ratioMin, of: 'ratio' },
    })
    if (kibMax !== undefined) {
      const figure = Buffer.from(answers[index]?.body ?? '', 'base64').length / 1024
      const target = { is: 'at most', value: kibMax, of: 'figure' } as const
      rows.push({ ...place, what: `${place.what}, over the wire`, figure, unit: 'KiB', target })
    }
  }
  await Promise.all([server.stop(), bare.stop()])
  await Promise.all([installation.remove(), folder.remove()])
  return rows
}

/** As it came over the wire. The two that Node itself sends are left to it. */
async function answerAt(url: string, path: string) {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    get(`${url}${path}`, { headers: GZIP }, resolve).on('error', reject)
  })
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}`)
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
  return { path, headers, body: (await buffer(answer)).toString('base64') }
}
