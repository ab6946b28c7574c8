import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Reading } from '../../domain/seasons/season-past.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import { readInstant } from '../../platform/time/time-zone.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import type { Board, Boards } from '../../projections/queries/boards.ts'
import { pastBoardOf } from '../../projections/queries/leaderboard-view.ts'
import {
  loadRecord,
  type PointInLog,
  type SeasonRecord,
  sealedNow,
  seasonCorrected,
  seasonThen,
} from '../../projections/queries/season-past.ts'
import { lastPickAt } from '../../projections/read-models/picks.ts'
import type { PastQuery } from '../contract/leaderboards.ts'
import { TooBusy } from '../server/problems.ts'

/** Characters of the boards that are kept: visitors who pull the same slider ask for the same ones. */
const KEPT_MAX = 32_000_000
const RECORDS_MAX = 4
const POINTS_MAX = 2_000
/** A look back that was made before is answered from memory. Of the others so many are made at once, and so many wait. */
const AT_ONCE_MAX = 2
const WAITING_MAX = 16

export type PastBoards = {
  /**
   * The public board as it stood. Throws Refusal not_found, and invalid for a point that cannot be, and HttpRefusal 503
   * while too many others wait for theirs.
   */
  find(seasonId: number, query: PastQuery, now: Instant): Promise<Board>
}

export function pastBoards(read: Read, boards: Pick<Boards, 'seasonNow'>): PastBoards {
  const limit = pLimit(AT_ONCE_MAX)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= WAITING_MAX) throw new TooBusy()
    return limit(async () => {
      // The embedded database answers before anybody else is heard: picks must be let in first.
      await setImmediate()
      return work()
    })
  }
  // However many ask for the same, it is made once.
  const records = new LRUCache<string, SeasonRecord, number>({
    max: RECORDS_MAX,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: seasonId }) => {
      const record = await loadRecord(read, seasonId)
      if (!record) throw new Refusal('not_found', 'Season not found')
      return record
    },
  })
  const points = new LRUCache<string, Found, Asked>({
    max: POINTS_MAX,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) =>
      inTurn(async () => {
        const { key, seasonId, query, now } = context
        const record = await fetched(records, key, seasonId)
        return { record, point: await pointOf(read, record, query, now) }
      }),
  })
  const kept = new LRUCache<string, PastBoard, Wanted>({
    maxSize: KEPT_MAX,
    ignoreFetchAbort: true,
    sizeCalculation: ({ text }) => text.length,
    fetchMethod: (_key, _stale, { context }) => inTurn(() => render(read, context)),
  })

  return {
    find: async (seasonId, query, receivedAt) => {
      const season = await boards.seasonNow(seasonId, receivedAt)
      if (!season) throw new Refusal('not_found', 'Season not found')
      const { mark, now } = season
      const locked = season.season.rounds.filter(({ locks_at }) => locks_at <= now).length
      const { asOf, afterRound = null, reading = 'then' } = query
      const instant = asOf === undefined ? now : instantOf(asOf)
      const isPast = instant < now
      const key = `${mark.generation}-${seasonId}-${mark.position}-${locked}`
      const { record, point } = await fetched(
        points,
        `${key}-${isPast ? instant : 'now'}-${afterRound}-${asOf === undefined}`,
        { key, seasonId, query, now },
      )
      const at = afterRound === null ? (isPast ? instant : now) : point.at
      const seen = `${seasonId}-${mark.position}-${locked}-${point.position}-${locksPassed(record, at)}-${reading}`
      const board = await fetched(kept, `${mark.generation}-${seen}`, {
        ...{ record, reading, now, point: { ...point, at } },
      })
      const past = { asOf: at, afterRound, reading, readingsDiffer: board.readingsDiffer }
      return {
        body: Buffer.from(`${board.text.slice(0, -1)},"past":${JSON.stringify(past)}}`),
        etag: `"${READ_SCHEMA}-${mark.generation}-${seen}-${at}-${afterRound}"`,
      }
    },
  }
}

type Asked = { key: string; seasonId: number; query: PastQuery; now: Instant }
type Found = { record: SeasonRecord; point: PointInLog }
type Wanted = { record: SeasonRecord; point: PointInLog; reading: Reading; now: Instant }

/** What none of these makes is thrown. */
async function fetched<Value extends object, Context>(
  cache: LRUCache<string, Value, Context>,
  key: string,
  context: Context,
): Promise<Value> {
  const value = await cache.fetch(key, { context } as never)
  if (value === undefined) throw new Error(`Nothing was made of ${key}`)
  return value
}

async function pointOf(
  read: Read,
  record: SeasonRecord,
  { asOf, afterRound }: PastQuery,
  now: Instant,
): Promise<PointInLog> {
  if (afterRound !== undefined && asOf !== undefined) {
    throw new Refusal('invalid', 'Ask for asOf or for afterRound, not for both')
  }
  if (afterRound === undefined) return pointAt(read, record, instantOf(asOf ?? now), now)
  const result = record.timeline.find(
    (entry) => entry.event.type === 'RoundCompleted' && entry.event.data.roundId === afterRound,
  )
  if (!result) throw new Refusal('not_found', 'This sport has no result in this season')
  return { position: result.position, at: result.at }
}

/** The future has not happened yet, and would open picks that are sealed. */
async function pointAt(read: Read, record: SeasonRecord, asOf: Instant, now: Instant): Promise<PointInLog> {
  const at = asOf < now ? asOf : now
  const last = record.timeline.findLast((entry) => entry.at <= at && entry.of !== 'settings')
  if (!last) throw new Refusal('not_found', 'The season did not exist yet')
  const rounds = [...record.today.rounds.keys()]
  const pick = await lastPickAt(read, rounds, at)
  const points = record.timeline.findLast((entry) => entry.at <= at)
  const positions = [last.position, pick ?? '', points?.position ?? '']
  return { at, position: positions.reduce((left, right) => (left > right ? left : right)) }
}

function instantOf(text: string): Instant {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
  const instant = isInstant ? readInstant(text) : null
  if (instant === null) {
    throw new Refusal('invalid', 'asOf must be an instant such as 2027-02-01T18:00:00Z', 'asOf')
  }
  return instant
}

/** Between two of these instants nothing changes but by an event: any moment there shows the same board. */
function locksPassed({ timeline }: SeasonRecord, at: Instant): number {
  const locks = timeline.flatMap(({ event }) => ('locksAt' in event.data ? event.data.locksAt : []))
  return locks.filter((locksAt) => locksAt <= at).length
}

type PastBoard = { text: string; readingsDiffer: boolean }

async function render(read: Read, { record, point, reading, now }: Wanted): Promise<PastBoard> {
  const then = await seasonThen(read, record, point)
  await setImmediate()
  const corrected = await seasonCorrected(read, record, point)
  const isSame = sameTable(standings(then.facts), standings(corrected.facts))
  const season = reading === 'then' ? then : corrected
  return { text: JSON.stringify(pastBoardOf(season, sealedNow(record, now))), readingsDiffer: !isSame }
}

const sameTable = (left: readonly Standing[], right: readonly Standing[]) =>
  left.length === right.length &&
  left.every((standing, index) => {
    const other = right[index]
    return standing.playerId === other?.playerId && standing.totalPoints === other.totalPoints
  })
