import type { Instant } from '../../domain/event.ts'
import { isDueToLock } from '../../domain/rounds/round-decisions.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { NEVER } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'
import { READ_SCHEMA } from '../engine/version.ts'
import { type BoardCache, makeBoardCache } from './board-cache.ts'
import { type BoardMark, findBoardMarks } from './board-marks.ts'
import { findGraph } from './graph.ts'
import { type BoardKind, boardJson, type SeasonStanding, standingsInRest } from './leaderboard-view.ts'
import { visibleAsOf } from './pick-visibility.ts'
import { atInstant, loadPoints, type SeasonToday, withOpenPicks } from './season-facts.ts'

/** Visitors who ask at the same moment are told by one question how far the boards have moved. */
const TOGETHER_MAX = 1_000

/** A board as it is sent. */
export type Board = { body: Buffer; etag: string }

/** It stays the same until this instant while the tables do not move; null when nobody knows. */
export type BoardNow = Board & { until: Instant | null }

export type Boards = {
  /** The board at this instant. Null when the season does not exist or is deleted. */
  find(seasonId: number, kind: BoardKind, now: Instant): Promise<BoardNow | null>
  /** What the boards follow from. Null when the season does not exist or is deleted. */
  seasonNow(seasonId: number, now: Instant): Promise<SeasonNow | null>
  /** Empty when there is no such season. */
  standingsOf(seasonId: number): Promise<readonly SeasonStanding[]>
}

export type SeasonNow = {
  mark: BoardMark
  season: SeasonToday
  /** The instant as of which nothing is shown too early. */
  now: Instant
}

type BoardsOptions = {
  read: Read
  store: EventStore
  cache?: BoardCache
}

/** Boards are made when somebody asks for them, and kept as they are sent until their season moves or a lock time passes. */
export function openBoards({ read, store, cache = makeBoardCache() }: BoardsOptions): Boards {
  const markOf = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))

  return {
    find: async (seasonId, kind, now) => {
      // The mark comes first: what is read after it can only be newer than it says.
      const mark = await markOf(seasonId)
      if (mark === null) return null
      if (kind === 'graph') {
        const { generation, pointsPosition } = mark
        const graph = await keptAs(`${generation}-${pointsPosition}`, kind, seasonId, () =>
          findGraph(read, seasonId),
        )
        return graph && { ...graph, until: NEVER }
      }
      const season = await loaded(mark)
      if (!season) return null
      const asOf = await visibleAsOf(store, season.rounds, now)
      const passed = dueRounds(season, asOf).length
      const tag = `${tagOf(mark)}${passed === 0 ? '' : `-${passed}`}`
      const board = await keptAs(tag, kind, seasonId, async () => boardJson(atInstant(season, asOf), kind))
      return board && { ...board, until: asOf === now ? nextLock(season, now) : null }
    },
    seasonNow: async (seasonId, now) => {
      const mark = await markOf(seasonId)
      const season = mark && (await loaded(mark))
      if (!mark || !season) return null
      const asOf = await visibleAsOf(store, season.rounds, now)
      return { mark, season: atInstant(season, asOf), now: asOf }
    },
    standingsOf: async (seasonId) => {
      const mark = await markOf(seasonId)
      const season = mark && (await pointsOf(mark))
      return season ? standingsInRest(season.table) : []
    },
  }

  /** Made once for each tag, and kept as it is sent. */
  function keptAs(
    tag: string,
    kind: BoardKind,
    seasonId: number,
    make: () => Promise<string | null>,
  ): Promise<Board | null> {
    return cache(
      `${kind} ${seasonId} ${tag}`,
      async () => {
        const json = await make()
        return json === null ? null : { body: Buffer.from(json), etag: `"${READ_SCHEMA}-${tag}"` }
      },
      ({ body }) => body.length,
    )
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

  /** Picks in rounds without a result change nothing here. */
  function pointsOf({ seasonId, generation, pointsPosition }: BoardMark): Promise<SeasonToday | null> {
    return cache(
      `points ${seasonId} ${generation} ${pointsPosition}`,
      () => loadPoints(read, seasonId),
      sizeOfSeason,
    )
  }
}

/** With its rows as they are sent, which are kept with its table. */
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
