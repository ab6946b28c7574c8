import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { again, depth, isDeep, report, SEED } from '../depth.ts'
import { SEEDS_THAT_FAILED } from './kept-seeds.ts'
import { type Played, playSeason } from './season.ts'
import { openSimulatedServer, type SimulatedServer } from './simulated-server.ts'

const SEASONS = depth({ gate: 4, deep: 250 })

let server: SimulatedServer

beforeAll(async () => {
  server = await openSimulatedServer()
})
afterAll(async () => {
  await server?.close()
})

async function findings(seeds: readonly number[]): Promise<{ played: Played[]; found: string[] }> {
  const played: Played[] = []
  const found: string[] = []
  for (const seed of seeds) {
    const season = await playSeason(server, seed).catch((error: unknown) => `${error}`)
    if (typeof season === 'string') found.push(`${season}\n  again: ${again('simulation', seed)}`)
    else played.push(season)
    if (typeof season !== 'string' && season.violations.length > 0) {
      found.push([...season.violations, `again: ${again('simulation', seed)}`].join('\n  '))
    }
  }
  return { played, found }
}

describe('seasons of random admins and players, in which everything fails now and then', () => {
  test(`${SEASONS} of them keep every promise`, async () => {
    const { played, found } = await findings(Array.from({ length: SEASONS }, (_, index) => SEED + index))
    report({ seasons: SEASONS, ...summaryOf(played) })
    if (SEASONS === 1) console.table(played.flatMap(({ answers }) => answers))
    expect(found).toEqual([])
  })

  test('those whose seed once failed keep every promise', async () => {
    expect((await findings(SEEDS_THAT_FAILED)).found).toEqual([])
  })

  test('the same seed gives the same events, answers and mails', async () => {
    for (const seed of isDeep ? [11, 12, 13, 14, 15] : [11]) {
      const [once, other, again] = [
        await playSeason(server, seed),
        await playSeason(server, seed + 100),
        await playSeason(server, seed),
      ]
      expect(again.fingerprint).toBe(once.fingerprint)
      expect(other.fingerprint).not.toBe(once.fingerprint)
    }
  })
})

function summaryOf(played: readonly Played[]) {
  const answers = played.flatMap((season) => season.answers)
  const count = (from: number, to: number) =>
    answers.filter(({ status }) => status >= from && status < to).length
  const sum = (of: (season: Played) => number) => played.reduce((total, season) => total + of(season), 0)
  return {
    events: sum(({ events }) => events),
    mails: sum(({ handedOver }) => handedOver),
    ...{ done: count(0, 300), refused: count(300, 500), failed: count(500, 600) },
  }
}
