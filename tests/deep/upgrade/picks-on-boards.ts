import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Leaderboard } from '../../../api/contract/leaderboards.ts'
import { eventually } from '../../support/eventually.ts'
import { http } from '../../support/http.ts'
import type { Writers } from '../crash/writers.ts'
import type { Instance, LoadBalancer } from './load-balancer.ts'

const BETWEEN_LOOKS_MS = 100

/** 'round/player', and the number that the writer gave to this pick. */
type Picks = Map<string, number>

/** The last of each player's picks in each round. What no writer has made does not count. */
function lastOf(values: Iterable<string>): Picks {
  const picks: Picks = new Map()
  for (const value of values) {
    const [, key = '', count] = /^(\d+\/\d+)\/(\d+)$/.exec(value) ?? []
    if (count !== undefined) picks.set(key, Math.max(Number(count), picks.get(key) ?? 0))
  }
  return picks
}

const lacking = (shown: Picks, wanted: Picks) =>
  [...wanted].filter(([key, count]) => (shown.get(key) ?? 0) < count)

async function valuesOnBoard(url: string, token: string, seasonId: number): Promise<string[]> {
  const { status, text, body } = await http(url).as(token).get(`/admin/leaderboard/season/${seasonId}`)
  expect(status, text).toBe(200)
  return (body as Leaderboard).leaderboard.flatMap(({ picks }) =>
    Object.values(picks).flatMap((pick) => pick?.pickItems.map(({ pickValue }) => pickValue) ?? []),
  )
}

type Reader = { token: string; seasonId: number }

/** Waits until the board of each process shows every pick that has been acknowledged by now. */
export async function expectAllOnBoards(
  instances: readonly Instance[],
  { acknowledged }: Writers,
  { token, seasonId }: Reader,
): Promise<void> {
  const wanted = lastOf(acknowledged)
  for (const { version, process } of instances) {
    await eventually(`every pick on a board of the ${version.name} version`, async () => {
      return lacking(lastOf(await valuesOnBoard(process.url, token, seasonId)), wanted).length === 0
    })
  }
}

/** Reads the board of each process that is ready, and notes a pick that nobody sent and a board that goes back. */
export function readBoards(balancer: LoadBalancer, { sent }: Writers, { token, seasonId }: Reader) {
  const shown = new Map<Instance, Picks>()
  let looks = 0
  let isOver = false
  const look = async (instance: Instance) => {
    const { version, process } = instance
    const values = await valuesOnBoard(process.url, token, seasonId)
    const picks = lastOf(values)
    const strangers = values.filter((value) => value.includes('/') && !sent.has(value))
    const lost = lacking(picks, shown.get(instance) ?? new Map())
    if (strangers.length > 0) balancer.wrong.push(`${version.name} shows what nobody picked: ${strangers}`)
    if (lost.length > 0) balancer.wrong.push(`${version.name} shows no more: ${lost}`)
    shown.set(instance, picks)
    looks += 1
  }
  const running = (async () => {
    while (!isOver) {
      const looked = balancer
        .instances()
        .map((instance) =>
          look(instance).catch((error) => balancer.wrong.push(`${instance.version.name} board: ${error}`)),
        )
      await Promise.all(looked)
      await sleep(BETWEEN_LOOKS_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await running
      return looks
    },
  }
}
