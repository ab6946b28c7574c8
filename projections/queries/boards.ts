import type { Instant } from '../../domain/event.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { NEVER } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'
import { READ_SCHEMA } from '../engine/version.ts'
import { type BoardMark, findBoardMarks } from '../read-models/leaderboards.ts'
import { type BoardCache, makeBoardCache } from './board-cache.ts'
import { type BoardKind, boardJson, type SeasonStanding, standingsInRest } from './leaderboard-view.ts'
import type { PickVisibility } from './pick-visibility.ts'
import {
  type BoardRound,
  isOpen,
  loadSeason,
  type SeasonSnapshot,
  seasonAt,
  withOpenPicks,
} from './season-facts.ts'

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
  season: SeasonSnapshot
  table: readonly Standing[]
  /** The instant as of which nothing is shown too early. */
  now: Instant
}

type BoardsOptions = {
  read: Read
  cache?: BoardCache
  pickVisibility: Pick<PickVisibility, 'asOfDue'>
}

/** Boards are made when somebody asks for them, and kept as they are sent until their season moves or a lock time passes. */
export function openBoards({ read, cache = makeBoardCache(), pickVisibility }: BoardsOptions): Boards {
  const markOf = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))

  return {
    find: async (seasonId, kind, now) => {
      const season = await loaded(seasonId)
      if (!season) return null
      const asOf = await visibleAsOf(season, now)
      const passed = dueRounds(season.season, asOf).length
      const tag = `${tagOf(season.mark)}${passed === 0 ? '' : `-${passed}`}`
      const board = await cache(
        `${kind} ${seasonId} ${tag}`,
        async () => boardAt(season, kind, asOf, tag),
        ({ body }) => body.length,
      )
      return board && { ...board, until: asOf === now ? nextLock(season.season, now) : null }
    },
    seasonNow: async (seasonId, now) => {
      const found = await loaded(seasonId)
      if (!found) return null
      const asOf = await visibleAsOf(found, now)
      return { ...found, season: seasonAt(found.season, asOf), now: asOf }
    },
    standingsOf: async (seasonId) => {
      const mark = await markOf(seasonId)
      const facts = mark && (await factsOf(mark))
      return facts ? standingsInRest(facts.table) : []
    },
  }

  async function loaded(seasonId: number): Promise<Omit<SeasonNow, 'now'> | null> {
    // The mark comes first: what is read after it can only be newer than it says.
    const mark = await markOf(seasonId)
    const facts = mark && (await factsOf(mark))
    if (!facts) return null
    return cache(
      `season ${seasonId} ${tagOf(mark)}`,
      async () => {
        const season = await withOpenPicks(read, facts.season)
        // Rows are kept with their table, and have the marks of then.
        return { mark, season, table: season.marks === facts.season.marks ? facts.table : [...facts.table] }
      },
      sizeOfSeason,
    )
  }

  /** Picks in open rounds change nothing here. */
  function factsOf({ seasonId, generation, factsPosition }: BoardMark) {
    return cache(
      `facts ${seasonId} ${generation} ${factsPosition}`,
      async () => {
        const season = await loadSeason(read, seasonId)
        return season && { season, table: standings(season.facts) }
      },
      sizeOfSeason,
    )
  }

  async function visibleAsOf({ season }: Pick<SeasonNow, 'season'>, now: Instant): Promise<Instant> {
    const due = dueRounds(season, now)
    return due.length > 0 ? pickVisibility.asOfDue(due, now) : now
  }
}

/** With its rows as they are sent, which are kept with the facts. */
const BYTES_OF_CELL = 500

const sizeOfSeason = ({ season: { facts } }: { season: SeasonSnapshot }) =>
  facts.participants.length * facts.rounds.length * BYTES_OF_CELL

const tagOf = ({ generation, position }: BoardMark) => `${generation}-${position}`

const dueRounds = ({ rounds }: SeasonSnapshot, now: Instant) =>
  rounds.filter((round) => willLock(round) && round.locks_at <= now)

const nextLock = ({ rounds }: SeasonSnapshot, now: Instant) =>
  rounds.flatMap((round) => (willLock(round) && round.locks_at > now ? round.locks_at : [])).sort()[0] ??
  NEVER

const willLock = (round: BoardRound) => isOpen(round) && round.cancelled_at === null

const boardAt = (
  { season, table }: Pick<SeasonNow, 'season' | 'table'>,
  kind: BoardKind,
  now: Instant,
  tag: string,
): Board => ({
  body: Buffer.from(boardJson(seasonAt(season, now), table, kind)),
  etag: `"${READ_SCHEMA}-${tag}"`,
})
