import type { Instant } from '../../domain/event.ts'
import { isDueToLock } from '../../domain/rounds/round-decisions.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { NEVER } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'
import type { BoardCache } from './board-cache.ts'
import { type BoardMark, findBoardMarks } from './board-marks.ts'
import { visibleAsOf } from './pick-visibility.ts'
import { atInstant, loadPoints, type SeasonToday, withOpenPicks } from './season-facts.ts'

const TOGETHER_MAX = 1_000

export type Boards = {
  markOf(seasonId: number): Promise<BoardMark | null>
  seasonNow(seasonId: number, now: Instant): Promise<SeasonNow | null>
  tableOf(seasonId: number): Promise<readonly Standing[] | null>
}

export type SeasonNow = {
  mark: BoardMark
  season: SeasonToday
  now: Instant
  /** Moves with the season's events, and with each lock time that passes. */
  tag: string
  until: Instant | null
}

type Sources = { read: Read; store: EventStore; cache: BoardCache }

export function openBoards({ read, store, cache }: Sources): Boards {
  const markOf = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))

  return {
    markOf,
    seasonNow: async (seasonId, now) => {
      // The mark comes first: what is read after it can only be newer than it says.
      const mark = await markOf(seasonId)
      const season = mark && (await loaded(mark))
      if (!mark || !season) return null
      const asOf = await visibleAsOf(store, season.rounds, now)
      const passed = dueRounds(season, asOf).length
      return {
        mark,
        season: atInstant(season, asOf),
        now: asOf,
        tag: `${tagOf(mark)}${passed === 0 ? '' : `-${passed}`}`,
        until: asOf === now ? nextLock(season, now) : null,
      }
    },
    tableOf: async (seasonId) => {
      const mark = await markOf(seasonId)
      const season = mark && (await pointsOf(mark))
      return season ? season.table : null
    },
  }

  function loaded(mark: BoardMark): Promise<SeasonToday | null> {
    return cache(
      `season ${mark.seasonId} ${tagOf(mark)}`,
      async () => {
        const season = await pointsOf(mark)
        return season && withOpenPicks(read, season)
      },
      sizeOfSeason,
    )
  }

  function pointsOf({ seasonId, generation, pointsPosition }: BoardMark): Promise<SeasonToday | null> {
    return cache(
      `points ${seasonId} ${generation} ${pointsPosition}`,
      () => loadPoints(read, seasonId),
      sizeOfSeason,
    )
  }
}

const BYTES_OF_CELL = 500

const sizeOfSeason = ({ facts }: SeasonToday) =>
  facts.participants.length * facts.rounds.length * BYTES_OF_CELL

const tagOf = ({ generation, position }: BoardMark) => `${generation}-${position}`

const dueRounds = ({ rounds }: SeasonToday, now: Instant) => rounds.filter((round) => isDueToLock(round, now))

const nextLock = (season: SeasonToday, now: Instant) =>
  dueRounds(season, NEVER)
    .map(({ locksAt }) => locksAt)
    .filter((locksAt) => locksAt > now)
    .sort()[0] ?? NEVER
