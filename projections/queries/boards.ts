import type { Instant } from '../../domain/event.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Projector } from '../engine/projector.ts'
import type { Read } from '../engine/read-model.ts'
import { READ_SCHEMA } from '../engine/version.ts'
import { type BoardMark, findBoardMarks } from '../read-models/leaderboards.ts'
import { type BoardCache, makeBoardCache } from './board-cache.ts'
import { type BoardKind, boardOf, type SeasonStanding, standingsInRest } from './leaderboard-view.ts'
import type { PickVisibility } from './pick-visibility.ts'
import { isOpen, loadSeason, type SeasonSnapshot, seasonAt, withOpenPicks } from './season-facts.ts'

/** Visitors who ask at the same moment are told by one question how far the boards have moved. */
const TOGETHER_MAX = 1_000

/** A board as it is sent. */
export type Board = { body: Buffer; etag: string }

export type Boards = {
  /** The board at this instant. Null when the season does not exist or is deleted. */
  find(seasonId: number, kind: BoardKind, now: Instant): Promise<Board | null>
  /** What the boards follow from. Null when the season does not exist or is deleted. */
  seasonNow(seasonId: number, now: Instant): Promise<SeasonNow | null>
  /** Empty when there is no such season. */
  standingsOf(seasonId: number): Promise<readonly SeasonStanding[]>
  /** Call when the tables were swapped for others in this process. */
  forget(): void
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
  /** Calls back whenever the tables have moved. Only where no other process moves them: then nobody needs to ask. */
  onMove?: Projector['onMove'] | undefined
}

/** Boards are made when somebody asks for them, and kept as they are sent until their season moves or a lock time passes. */
export function openBoards({
  read,
  cache = makeBoardCache(),
  pickVisibility,
  onMove,
}: BoardsOptions): Boards {
  const { markOf, forget } = marksIn(read, onMove)

  return {
    find: async (seasonId, kind, now) => {
      const season = await loaded(seasonId)
      if (!season) return null
      const asOf = await visibleAsOf(season, now)
      const passed = dueRounds(season.season, asOf).length
      const tag = `${tagOf(season.mark)}${passed === 0 ? '' : `-${passed}`}`
      return cache(
        `${kind} ${seasonId} ${tag}`,
        async () => boardAt(season, kind, asOf, tag),
        ({ body }) => body.length,
      )
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
    forget,
  }

  async function loaded(seasonId: number): Promise<Omit<SeasonNow, 'now'> | null> {
    // The mark comes first: what is read after it can only be newer than it says.
    const mark = await markOf(seasonId)
    const facts = mark && (await factsOf(mark))
    if (!facts) return null
    return cache(
      `season ${seasonId} ${tagOf(mark)}`,
      async () => ({ ...facts, mark, season: await withOpenPicks(read, facts.season) }),
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

const BYTES_OF_CELL = 100

const sizeOfSeason = ({ season: { facts } }: { season: SeasonSnapshot }) =>
  facts.participants.length * facts.rounds.length * BYTES_OF_CELL

const tagOf = ({ generation, position }: BoardMark) => `${generation}-${position}`

const dueRounds = ({ rounds }: SeasonSnapshot, now: Instant) =>
  rounds.filter((round) => isOpen(round) && round.locks_at <= now)

const boardAt = (
  { season, table }: Pick<SeasonNow, 'season' | 'table'>,
  kind: BoardKind,
  now: Instant,
  tag: string,
): Board => ({
  body: Buffer.from(JSON.stringify(boardOf(seasonAt(season, now), table, kind))),
  etag: `"${READ_SCHEMA}-${tag}"`,
})

function marksIn(read: Read, onMove?: Projector['onMove']) {
  const ask = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))
  const known = new Map<number, BoardMark>()
  let moves = 0
  const forget = () => {
    moves += 1
    known.clear()
  }
  onMove?.(forget)
  const markOf = async (seasonId: number): Promise<BoardMark | null> => {
    const mark = known.get(seasonId)
    if (mark) return mark
    const asked = moves
    const found = await ask(seasonId)
    if (onMove && found && asked === moves) known.set(seasonId, found)
    return found
  }
  return { markOf, forget }
}
