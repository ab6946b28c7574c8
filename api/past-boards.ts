import { LRUCache } from 'lru-cache'
import type { Instant } from '#domain/event'
import { Refusal } from '#domain/refusal'
import type { Reading } from '#domain/season-past'
import { type Standing, standings } from '#domain/standings'
import { readInstant } from '#platform/time-zone'
import type { Board } from '#projections/boards'
import { pastBoardOf } from '#projections/leaderboard-view'
import { boardTag } from '#projections/leaderboards'
import { lastPickAt } from '#projections/picks'
import type { Read } from '#projections/read-model'
import {
  loadRecord,
  type PointInLog,
  type SeasonRecord,
  sealedNow,
  seasonCorrected,
  seasonThen,
} from '#projections/season-past'
import type { PastQuery } from './contract/leaderboards.ts'

/** Characters of the boards that are kept: visitors who pull the same slider ask for the same ones. */
const KEPT_MAX = 32_000_000

export type PastBoards = {
  /** The public board as it stood. Throws Refusal not_found, and invalid for a point that cannot be. */
  find(seasonId: number, query: PastQuery, now: Instant): Promise<Board>
}

export function pastBoards(read: Read): PastBoards {
  const kept = new LRUCache<string, PastBoard>({
    maxSize: KEPT_MAX,
    sizeCalculation: ({ text }) => text.length,
  })

  return {
    find: async (seasonId, query, now) => {
      // The tag comes first: what is read behind it can only be newer than it says.
      const tag = await boardTag(read, seasonId, now)
      const record = await loadRecord(read, seasonId)
      if (!record || tag === null) throw new Refusal('not_found', 'Season not found')
      const { reading = 'then' } = query
      const point = await pointOf(read, record, query, now)
      const key = [tag, seasonId, point.position, locksPassed(record, point.at), reading].join('-')
      const board = kept.get(key) ?? (await render(read, record, point, reading, now))
      kept.set(key, board)
      const { afterRound = null } = query
      const past = { asOf: point.at, afterRound, reading, readingsDiffer: board.readingsDiffer }
      return {
        body: Buffer.from(`${board.text.slice(0, -1)},"past":${JSON.stringify(past)}}`),
        etag: `"${key}-${point.at}-${afterRound}"`,
      }
    },
  }
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
  const result = record.happenings.find(
    (happening) =>
      happening.of === 'round' &&
      happening.roundId === afterRound &&
      happening.event.type === 'RoundCompleted',
  )
  if (!result) throw new Refusal('not_found', 'This sport has no result in this season')
  return { position: result.position, at: result.at }
}

/** The future has not happened yet, and would open picks that are sealed. */
async function pointAt(read: Read, record: SeasonRecord, asOf: Instant, now: Instant): Promise<PointInLog> {
  const at = asOf < now ? asOf : now
  const last = record.happenings.findLast((happening) => happening.at <= at && happening.of !== 'settings')
  if (!last) throw new Refusal('not_found', 'The season did not exist yet')
  const rounds = [...record.today.rounds.keys()]
  const pick = await lastPickAt(read, rounds, at)
  const points = record.happenings.findLast((happening) => happening.at <= at)
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
function locksPassed({ happenings }: SeasonRecord, at: Instant): number {
  const locks = happenings.flatMap(({ event }) =>
    event.type === 'RoundCreated' || event.type === 'RoundRescheduled' ? event.data.locksAt : [],
  )
  return locks.filter((locksAt) => locksAt <= at).length
}

type PastBoard = { text: string; readingsDiffer: boolean }

async function render(
  read: Read,
  record: SeasonRecord,
  point: PointInLog,
  reading: Reading,
  now: Instant,
): Promise<PastBoard> {
  const then = await seasonThen(read, record, point)
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
