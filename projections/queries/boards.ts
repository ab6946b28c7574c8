import { LRUCache } from 'lru-cache'
import type { Instant } from '../../domain/event.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import { inBatches } from '../../platform/in-batches.ts'
import type { Projector } from '../engine/projector.ts'
import type { Read } from '../engine/read-model.ts'
import { READ_SCHEMA } from '../engine/version.ts'
import { type BoardMark, findBoardMarks } from '../read-models/leaderboards.ts'
import { type BoardKind, boardOf, type SeasonStanding, standingsInRest } from './leaderboard-view.ts'
import type { PickVisibility } from './pick-visibility.ts'
import { isOpen, loadSeason, type SeasonSnapshot, seasonAt, withOpenPicks } from './season-facts.ts'

const SEASONS_MAX = 12
const TABLES_MAX = 500
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
  pickVisibility: Pick<PickVisibility, 'asOfDue'>
  /** Calls back whenever the tables have moved. Only where no other process moves them: then nobody needs to ask. */
  onMove?: Projector['onMove'] | undefined
}

/** Boards are made when somebody asks for them, and kept as they are sent until their season moves or a lock time passes. */
export function openBoards({ read, pickVisibility, onMove }: BoardsOptions): Boards {
  const seasons = new LRUCache<number, KeptSeason>({ max: SEASONS_MAX })
  const tables = new LRUCache<number, KeptTable>({ max: TABLES_MAX })
  const loading = new Map<number, Promise<Loaded>>()
  const { markOf, forget } = marksIn(read, onMove)

  return {
    find: async (seasonId, kind, now) => {
      const kept = await keptSeason(seasonId)
      return kept && boardAt(kept, kind, await unsealedAsOf(kept, now))
    },
    seasonNow: async (seasonId, now) => {
      const kept = await keptSeason(seasonId)
      if (!kept) return null
      const { mark, season, table } = kept
      const asOf = await unsealedAsOf(kept, now)
      return { mark, season: seasonAt(season, asOf), table, now: asOf }
    },
    standingsOf: async (seasonId) => {
      const mark = await markOf(seasonId)
      const known = tables.get(seasonId)
      if (!mark) return []
      if (known && haveSameFacts(known.mark, mark)) return known.rows
      const rows = loadSeason(read, seasonId).then((season) =>
        season ? standingsInRest(standings(season.facts)) : [],
      )
      tables.set(seasonId, { mark, rows })
      rows.catch(() => tables.delete(seasonId))
      return rows
    },
    forget,
  }

  async function keptSeason(seasonId: number): Promise<KeptSeason | null> {
    const mark = await markOf(seasonId)
    return mark && seasonSince(mark)
  }

  async function unsealedAsOf({ season }: KeptSeason, now: Instant): Promise<Instant> {
    const due = dueRounds(season, now)
    return due.length > 0 ? pickVisibility.asOfDue(due, now) : now
  }

  /** However many ask, the season is loaded once. Who asks while it is loaded may know of more than that will show. */
  async function seasonSince(mark: BoardMark): Promise<KeptSeason | null> {
    const { seasonId } = mark
    const kept = seasons.get(seasonId)
    if (kept && reaches(kept.mark, mark)) return kept
    const underWay = loading.get(seasonId)
    if (underWay) {
      const loaded = await underWay
      return reaches(loaded.mark, mark) ? loaded.season : seasonSince(mark)
    }
    const started = load(seasonId, kept).finally(() => loading.delete(seasonId))
    loading.set(seasonId, started)
    return (await started).season
  }

  async function load(seasonId: number, before: KeptSeason | undefined): Promise<Loaded> {
    // The mark comes first: what is read behind it can only be newer than it says.
    const mark = await markOf(seasonId)
    const season = mark && (await keepSeason(read, mark, before))
    if (season) seasons.set(seasonId, season)
    else seasons.delete(seasonId)
    return { mark, season }
  }
}

/** Whoever asks while they are reckoned waits for the same. */
type KeptTable = { mark: BoardMark; rows: Promise<readonly SeasonStanding[]> }

/** A season that is gone for ever has no mark, and none comes after that. */
const reaches = (one: BoardMark | null, other: BoardMark) =>
  one === null || (one.generation === other.generation && one.position >= other.position)

const haveSameFacts = (one: BoardMark, other: BoardMark) =>
  one.generation === other.generation && one.factsPosition === other.factsPosition

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

/** No season, where it is deleted by then. */
type Loaded = { mark: BoardMark | null; season: KeptSeason | null }

type KeptSeason = {
  mark: BoardMark
  /** As it was when its facts moved last; since then only picks came to open rounds. */
  base: SeasonSnapshot
  season: SeasonSnapshot
  /** Picks in open rounds change nothing here. */
  table: readonly Standing[]
  made: Map<string, Board>
}

async function keepSeason(
  read: Read,
  mark: BoardMark,
  before: KeptSeason | undefined,
): Promise<KeptSeason | null> {
  if (before && haveSameFacts(before.mark, mark)) {
    return { ...before, mark, season: await withOpenPicks(read, before.base), made: new Map() }
  }
  const season = await loadSeason(read, mark.seasonId)
  return season && { mark, base: season, season, table: standings(season.facts), made: new Map() }
}

const dueRounds = ({ rounds }: SeasonSnapshot, now: Instant) =>
  rounds.filter((round) => isOpen(round) && round.locks_at <= now)

function boardAt({ mark, season, table, made }: KeptSeason, kind: BoardKind, now: Instant): Board {
  const passed = dueRounds(season, now).length
  const key = `${kind}-${passed}`
  const known = made.get(key)
  if (known) return known
  const board = {
    body: Buffer.from(JSON.stringify(boardOf(seasonAt(season, now), table, kind))),
    etag: `"${READ_SCHEMA}-${mark.generation}-${mark.position}${passed === 0 ? '' : `-${passed}`}"`,
  }
  made.set(key, board)
  return board
}
