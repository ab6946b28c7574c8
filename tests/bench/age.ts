import { pick } from './picks.ts'
import type { Row } from './report.ts'
import { install, KINDS, type Kind } from './stages.ts'

const SIZE = { players: 200, rounds: 40, open: 40 }
const BEHIND = [0, 1_000, 10_000, 100_000, 1_000_000]
const CLIENTS = 20
/** Of the rate with nothing behind, where memory holds all of them. */
const RATIO = 0.8
const HELD_MAX = 100_000

type Rates = { restarted: number; warm: number }

/** Picks for sports for which many were made before: by a process that has just started, and by the same again. */
export async function benchAge(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) {
    const measured: [number, Rates][] = []
    for (const behind of BEHIND) measured.push([behind, await measure(kind, behind, seconds)])
    const [[, nothing] = [0, { restarted: 0, warm: 0 }]] = measured
    rows.push(...measured.flatMap(([behind, rates]) => rowsOf(kind, behind, rates, nothing)))
  }
  return rows
}

async function measure(kind: Kind, behind: number, seconds: number): Promise<Rates> {
  const installation = await install(kind, { ...SIZE, behind })
  // The first start makes the read tables.
  await (await installation.start()).stop()
  const server = await installation.start()
  const rate = async () => (await pick(server.url, installation, CLIENTS, { seconds })).perSecond
  const restarted = await rate()
  // Faster than the one before, it reaches picks that nobody has read yet.
  await rate()
  const warm = await rate()
  await server.stop()
  await installation.remove()
  return { restarted, warm }
}

function rowsOf(kind: Kind, behind: number, rates: Rates, nothing: Rates): Row[] {
  const row = (what: string, figure: number, bare: number): Row => ({
    ...{ section: 'age', what: `${kind}, ${behind.toLocaleString('en-US')} picks behind${what}` },
    ...{ figure, bare, unit: '/s' },
    ...(behind > 0 && behind <= HELD_MAX && { target: { is: 'at least', value: RATIO, of: 'ratio' } }),
  })
  return [row(', after a restart', rates.restarted, nothing.restarted), row('', rates.warm, nothing.warm)]
}
