import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import { naiveTable } from '../../domain/naive-count.ts'
import { wholeLog } from '../../support/log.ts'
import { startProjector } from '../../support/start-projector.ts'
import { commandViolations } from './invariants-commands.ts'
import { mailViolations } from './invariants-mail.ts'
import { pickViolations } from './invariants-picks.ts'
import type { SeasonRun } from './season-run.ts'
import { type Logged, type Truth, truthOf } from './truth.ts'

/** What must be true after any season, in sentences that say what is not. */
export async function violationsOf(run: SeasonRun): Promise<string[]> {
  const truth = await truthOf(run.log)
  const boards = await boardsOf(run, truth)
  return [
    ...commandViolations(run, truth),
    ...pickViolations(run, truth, boards),
    ...totalViolations(truth, boards),
    ...(await mailViolations(run, truth)),
    ...(await replayViolations(run)),
  ]
}

export type Board = {
  leaderboard: {
    userId: number
    rank: number
    totalPoints: number
    picks: Record<string, { pickItems?: { pickValue: string }[] } | null>
  }[]
}
export type Boards = ReadonlyMap<number, Board>

/** As visitors get them, of every season that is there. */
async function boardsOf({ server }: SeasonRun, { seasons }: Truth): Promise<Boards> {
  const boards = new Map<number, Board>()
  for (const { id, state } of seasons) {
    if (!('deletedAt' in state) || state.deletedAt !== null) continue
    const response = await server.app.inject(`/api/public/leaderboard/season/${id}`)
    boards.set(id, response.json())
  }
  return boards
}

/** The totals against a count of the bare events that shares no code with the product. */
function totalViolations({ events }: Truth, boards: Boards): string[] {
  const streams = new Map<string, Logged[]>()
  for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
  return [...boards].flatMap(([seasonId, { leaderboard }]) => {
    const shown = leaderboard.map(
      ({ userId, totalPoints, rank }) => [userId, `${totalPoints} #${rank}`] as const,
    )
    const counted = [...naiveTable(streams, seasonId)].map(
      ([userId, { total, rank }]) => [userId, `${total} #${rank}`] as const,
    )
    return isDeepStrictEqual(new Map(shown), new Map(counted))
      ? []
      : [`Season ${seasonId} shows totals ${asText(shown)}, and the events add up to ${asText(counted)}`]
  })
}

const asText = (totals: readonly (readonly [number, string])[]) =>
  JSON.stringify([...totals].sort(([left], [right]) => left - right))

/** The tables that grew with the season against those of one replay, made by a projector that knows no faults. */
async function replayViolations({ server, log, stopProcess }: SeasonRun): Promise<string[]> {
  const { database, parts, clearReadTables, readTables } = server
  await stopProcess()
  const live = await readTables()
  parts.faults = null
  await clearReadTables()
  const projector = await startProjector({ database, store: inOneBatch(log), onError: console.error })
  await projector.stop()
  const replayed = await readTables()
  return [...new Set([...Object.keys(live), ...Object.keys(replayed)])]
    .filter((table) => !isDeepStrictEqual(live[table], replayed[table]))
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
