import { LRUCache } from 'lru-cache'
import type { Instant } from '#domain/event'
import { type Standing, standings } from '#domain/standings'
import type { Position } from '#platform/event-store'
import { inBatches } from '#platform/in-batches'
import { type BoardKind, boardOf, type SeasonStanding, standingsInRest } from './leaderboard-view.ts'
import { type BoardMark, findBoardMarks } from './leaderboards.ts'
import { READ_MODELS_VERSION, type Read } from './read-model.ts'
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
  /** Empty when there is no such season. */
  standingsOf(seasonId: number): Promise<readonly SeasonStanding[]>
}

/** Boards are made when somebody asks for them, and kept as they are sent until their season moves or a lock time passes. */
export function openBoards(read: Read): Boards {
  const seasons = new LRUCache<number, KeptSeason>({ max: SEASONS_MAX })
  const tables = new LRUCache<number, { factsPosition: Position; rows: readonly SeasonStanding[] }>({
    max: TABLES_MAX,
  })
  const loading = new Map<number, Promise<KeptSeason | null>>()
  const markOf = inBatches<number, BoardMark | null>(TOGETHER_MAX, (ids) => findBoardMarks(read, ids))

  return {
    find: async (seasonId, kind, now) => {
      const mark = await markOf(seasonId)
      const season = mark && (await seasonSince(mark))
      return season ? boardAt(season, kind, now) : null
    },
    standingsOf: async (seasonId) => {
      const mark = await markOf(seasonId)
      const known = tables.get(seasonId)
      if (!mark || known?.factsPosition === mark.factsPosition) return known?.rows ?? []
      const season = await loadSeason(read, seasonId)
      const rows = season ? standingsInRest(standings(season.facts)) : []
      tables.set(seasonId, { factsPosition: mark.factsPosition, rows })
      return rows
    },
  }

  /** However many ask, the season is loaded once. Who asks while it is loaded may know of more than that will show. */
  async function seasonSince({ seasonId, position }: BoardMark): Promise<KeptSeason | null> {
    const kept = seasons.get(seasonId)
    if (kept && kept.mark.position >= position) return kept
    const underWay = loading.get(seasonId)
    if (underWay) {
      const loaded = await underWay
      if (!loaded || loaded.mark.position >= position) return loaded
      return seasonSince({ ...loaded.mark, position })
    }
    const started = load(seasonId, kept).finally(() => loading.delete(seasonId))
    loading.set(seasonId, started)
    return started
  }

  async function load(seasonId: number, before: KeptSeason | undefined): Promise<KeptSeason | null> {
    // The mark comes first: what is read behind it can only be newer than it says.
    const mark = await markOf(seasonId)
    const season = mark && (await keepSeason(read, mark, before))
    if (season) seasons.set(seasonId, season)
    else seasons.delete(seasonId)
    return season
  }
}

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
  if (before?.mark.factsPosition === mark.factsPosition) {
    return { ...before, mark, season: await withOpenPicks(read, before.base), made: new Map() }
  }
  const season = await loadSeason(read, mark.seasonId)
  return season && { mark, base: season, season, table: standings(season.facts), made: new Map() }
}

function boardAt({ mark, season, table, made }: KeptSeason, kind: BoardKind, now: Instant): Board {
  const passed = season.rounds.filter((round) => isOpen(round) && round.locks_at <= now).length
  const key = `${kind}-${passed}`
  const known = made.get(key)
  if (known) return known
  const board = {
    body: Buffer.from(JSON.stringify(boardOf(seasonAt(season, now), table, kind))),
    etag: `"v${READ_MODELS_VERSION}-${mark.position}${passed === 0 ? '' : `-${passed}`}"`,
  }
  made.set(key, board)
  return board
}
