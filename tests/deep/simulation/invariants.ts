import { once } from 'node:events'
import type { EventStore } from '#platform/event-store'
import { startProjector } from '#projections/projector'
import { naiveTotals } from '../../domain/naive-count.ts'
import { wholeLog } from '../../support/log.ts'
import { commandViolations } from './invariants-commands.ts'
import { mailViolations } from './invariants-mail.ts'
import { pickViolations } from './invariants-picks.ts'
import type { Stage } from './stage.ts'
import { type Logged, type Truth, truthOf } from './truth.ts'

/** What must be true after any season, in sentences that say what is not. */
export async function violationsOf(stage: Stage): Promise<string[]> {
  const truth = await truthOf(stage.log)
  const boards = await boardsOf(stage, truth)
  return [
    ...commandViolations(stage, truth),
    ...pickViolations(stage, truth, boards),
    ...totalViolations(truth, boards),
    ...(await mailViolations(stage, truth)),
    ...(await replayViolations(stage)),
  ]
}

export type Board = {
  leaderboard: {
    userId: number
    totalPoints: number
    picks: Record<string, { pickItems?: { pickValue: string }[] } | null>
  }[]
}
export type Boards = ReadonlyMap<number, Board>

/** As visitors get them, of every season that is there. */
async function boardsOf({ world }: Stage, { seasons }: Truth): Promise<Boards> {
  const boards = new Map<number, Board>()
  for (const { id, state } of seasons) {
    if (!('deletedAt' in state) || state.deletedAt !== null) continue
    const response = await world.app.inject(`/api/public/leaderboard/season/${id}`)
    boards.set(id, response.json())
  }
  return boards
}

/** The totals against a count of the bare events that shares no code with the product. */
function totalViolations({ events }: Truth, boards: Boards): string[] {
  const streams = new Map<string, Logged[]>()
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
  return [...boards].flatMap(([seasonId, { leaderboard }]) => {
    const shown = leaderboard.map(({ userId, totalPoints }) => [userId, totalPoints] as const)
    const counted = [...naiveTotals(streams, seasonId)]
    return asText(shown) === asText(counted)
      ? []
      : [`Season ${seasonId} shows totals ${asText(shown)}, and the events add up to ${asText(counted)}`]
  })
}

const asText = (totals: readonly (readonly [number, number])[]) =>
  JSON.stringify([...totals].sort(([left], [right]) => left - right))

/** The tables that grew with the season against those of one replay, made by a projector that knows no faults. */
async function replayViolations({ world, log, stopProcess }: Stage): Promise<string[]> {
  const { database, hands, clearReadTables, readTables } = world
  await stopProcess()
  const live = await readTables()
  hands.faults = null
  await clearReadTables()
  const projector = await startProjector({ database, store: inOneBatch(log), onError: console.error })
  await projector.stop()
  const replayed = await readTables()
  return [...new Set([...Object.keys(live), ...Object.keys(replayed)])]
    .filter((table) => JSON.stringify(live[table]) !== JSON.stringify(replayed[table]))
    .map(
      (table) =>
        `The table ${table} is not what a replay gives: ${differenceOf(live[table], replayed[table])}`,
    )
}

/** As a database would hand it over, and not append by append. */
const inOneBatch = (log: EventStore): EventStore => ({
  ...log,
  subscribe: async function* ({ signal }) {
    yield await wholeLog(log)
    if (!signal.aborted) await once(signal, 'abort')
  },
})

function differenceOf(live: readonly string[] = [], replayed: readonly string[] = []): string {
  const onlyLive = live.filter((row) => !replayed.includes(row))
  const onlyReplayed = replayed.filter((row) => !live.includes(row))
  return `${onlyLive.slice(0, 2).join(' ')} in place of ${onlyReplayed.slice(0, 2).join(' ')}`.slice(0, 2_000)
}
