import { setImmediate } from 'node:timers/promises'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { newResults } from '../../domain/rounds/published-results.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import type { Reading } from '../../domain/seasons/season-past.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { readInstant } from '../../platform/time/time-zone.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import {
  keptSeasonRecord,
  type PointInLog,
  type SeasonRecord,
  seasonAt,
} from '../../projections/past/season-past.ts'
import { lastPickAt } from '../../projections/read-models/picks.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import type { PastQuery } from '../contract/leaderboards.ts'
import { boardJson, graphIn, graphJson } from '../presenters/leaderboards.ts'
import type { Services } from '../server/services.ts'
import type { Board, BoardKind } from './boards.ts'
import { oneAtATime } from './one-at-a-time.ts'

type PastKind = Exclude<BoardKind, 'admin'>
type Asked = [seasonId: number, kind: PastKind, query: PastQuery, receivedAt: Instant]

/** Throws Refusal: not_found, invalid for a point that cannot be, busy while too many wait. */
export function pastBoards(services: Pick<Services, 'read' | 'store' | 'boards' | 'cache'>) {
  const { read, boards, cache } = services
  const limited = oneAtATime('past-busy')

  return (client: string, ...asked: Asked): Promise<Board> => limited(client, () => pastBoard(...asked))

  async function pastBoard(...[seasonId, kind, query, now]: Asked): Promise<Board> {
    const season = await boards.seasonNow(seasonId)
    if (!season) throw new Refusal('season-not-found')
    const { mark } = season
    const { asOf, afterRound = null, correction = 0, reading = 'then' } = query
    const instant = asOf === undefined ? now : instantOf(asOf)
    const isPast = instant < now
    const key = `${seasonId} ${mark.generation}-${mark.position}`
    const found = await cache(
      `point ${key} ${isPast ? instant : 'now'} ${afterRound} ${correction} ${asOf === undefined}`,
      async () => {
        const record = await keptSeasonRecord(services, mark)
        return record && { record, point: await pointOf(read, record, query, now) }
      },
    )
    if (!found) throw new Refusal('season-not-found')
    const { record, point } = found
    const at = afterRound === null ? (isPast ? instant : now) : point.at
    const seen = `${key}-${point.position}-${reading}`
    const board = await cache(
      `past ${seen}`,
      () => render(read, { record, reading, position: point.position }),
      ({ table, graph }) => table.length + graph.length,
    )
    if (!board) throw new Refusal('season-not-found')
    const etag = `"${READ_SCHEMA}-${seen.replace(' ', '-')}-${at}-${afterRound}"`
    if (kind === 'graph') return { body: board.graph, etag }
    const past = { asOf: at, afterRound, reading, readingsDiffer: board.readingsDiffer }
    // Not kept: each moment would fill the cache with another copy of the same table.
    const body = Buffer.concat([board.table.subarray(0, -1), Buffer.from(`,"past":${JSON.stringify(past)}}`)])
    return { body, etag }
  }
}

type Wanted = { record: SeasonRecord; position: Position; reading: Reading }

async function pointOf(
  read: Read,
  record: SeasonRecord,
  { asOf, afterRound, correction = 0 }: PastQuery,
  now: Instant,
): Promise<PointInLog> {
  if (afterRound !== undefined && asOf !== undefined) throw new Refusal('as-of-and-after-round')
  if (afterRound === undefined && correction > 0) throw new Refusal('correction-without-sport')
  if (afterRound === undefined) return pointAt(read, record, instantOf(asOf ?? now), now)
  const published = record.today.results.filter(({ roundId }) => roundId === afterRound)
  const result = newResults(published)[correction]
  if (!result) {
    throw new Refusal(correction === 0 ? 'result-not-found' : 'correction-not-found')
  }
  return { position: result.position, at: result.at }
}

/** A future moment would open picks that are sealed. */
async function pointAt(read: Read, record: SeasonRecord, asOf: Instant, now: Instant): Promise<PointInLog> {
  const at = asOf < now ? asOf : now
  const { timeline, players, today } = record
  const known = timeline.filter(({ metadata }) => metadata.occurredAt <= at)
  if (!known.some(({ type }) => type === 'SeasonCreated')) throw new Refusal('season-not-then')
  const activity = [...players.values()].flatMap((player) => player.activity.filter((one) => one.at <= at))
  const rounds = [...today.rounds].flatMap(([id, round]) => ('locksAt' in round ? id : []))
  const pick = await lastPickAt(read, rounds, at)
  const positions = [...known, ...activity].map(({ position }) => position)
  return { at, position: positions.reduce((left, right) => (left > right ? left : right), pick ?? START) }
}

function instantOf(text: string): Instant {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const instant = isInstant ? readInstant(text) : null
  if (instant === null) throw new Refusal('as-of-invalid')
  return instant
}

type PastBoard = { table: Buffer; graph: Buffer; readingsDiffer: boolean }

async function render(read: Read, { record, position, reading }: Wanted): Promise<PastBoard> {
  const then = await seasonAt(read, record, { position })
  await setImmediate()
  const corrected = await seasonAt(read, record, { corrected: position })
  const season = reading === 'then' ? then : corrected
  return {
    table: Buffer.from(boardJson(season, 'public', (roundId) => isSealed(roundIn(record.today, roundId)))),
    graph: Buffer.from(graphJson(graphIn(season))),
    readingsDiffer: !sameTable(then.table, corrected.table),
  }
}

const sameTable = (left: readonly Standing[], right: readonly Standing[]) =>
  left.length === right.length &&
  left.every((standing, index) => {
    const other = right[index]
    return standing.playerId === other?.playerId && standing.totalPoints === other.totalPoints
  })
