import type { Cache } from '../../platform/cache.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { type BoardMark, findBoardMarks } from '../read-models/boards.ts'
import type { Read } from '../read-models/read-tables.ts'
import { findGraph } from './graph.ts'
import { loadPoints, type SeasonView, withOpenPicks } from './season-facts.ts'

const TOGETHER_MAX = 1_000

export type Boards = ReturnType<typeof openBoards>

export type SeasonNow = {
  mark: BoardMark
  season: SeasonView
  /** Moves with the season's events. */
  tag: string
}

export function openBoards({ read, cache }: { read: Read; cache: Cache }) {
  const markOf = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))

  return {
    markOf,
    seasonNow: async (seasonId: number): Promise<SeasonNow | null> => {
      // The mark comes first: what is read after it can only be newer than it says.
      const mark = await markOf(seasonId)
      const season = mark && (await loaded(mark))
      return mark && season && { mark, season, tag: tagOf(mark) }
    },
    tableOf: async (seasonId: number) => {
      const mark = await markOf(seasonId)
      const season = mark && (await pointsOf(mark))
      return season ? season.table : null
    },
    graphOf: (seasonId: number) => findGraph(read, seasonId),
  }

  function loaded(mark: BoardMark): Promise<SeasonView | null> {
    return cache(
      `season ${mark.seasonId} ${tagOf(mark)}`,
      async () => {
        const season = await pointsOf(mark)
        return season && withOpenPicks(read, season)
      },
      sizeOfSeason,
    )
  }

  function pointsOf({ seasonId, generation, pointsPosition }: BoardMark): Promise<SeasonView | null> {
    return cache(
      `points ${seasonId} ${generation} ${pointsPosition}`,
      () => loadPoints(read, seasonId),
      sizeOfSeason,
    )
  }
}

const BYTES_OF_CELL = 500

const sizeOfSeason = ({ facts }: SeasonView) =>
  facts.participants.length * facts.rounds.length * BYTES_OF_CELL

const tagOf = ({ generation, position }: BoardMark) => `${generation}-${position}`
