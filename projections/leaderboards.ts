import type { Instant } from '#domain/event'
import { type Boards, boardsOf, type SeasonStanding } from './leaderboard-view.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  READ_MODELS_VERSION,
  type Read,
  type ReadModel,
} from './read-model.ts'
import { loadSeason } from './season-facts.ts'

export type LeaderboardsTables = {
  /** One row a season, each board stored as the text that is sent: serving one is reading one row. */
  leaderboards: {
    season_id: number
    /** Of the last event that the boards depend on: the ETag. */
    position: string
    stale: boolean
    /** The next lock time of an active round: from then on the stored boards are out of date. */
    locks_next_at: string | null
    public: string
    admin: string
    graph: string
    standings: Json<SeasonStanding[]>
  }
}

/** Last in the list of read models: its boards are made from the tables of all others. */
export const leaderboardsModel: ReadModel = { create, handle, settle }

async function create(read: Read) {
  await read.schema
    .createTable('leaderboards')
    .addColumn('season_id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('stale', 'boolean', (column) => column.notNull())
    .addColumn('locks_next_at', 'text')
    .addColumn('public', 'text', (column) => column.notNull())
    .addColumn('admin', 'text', (column) => column.notNull())
    .addColumn('graph', 'text', (column) => column.notNull())
    .addColumn('standings', 'json', (column) => column.notNull())
    .execute()
}

const NO_BOARDS = { public: '', admin: '', graph: '', standings: '[]', locks_next_at: null }

async function handle(read: Read, event: LoggedEvent) {
  const touch = read.updateTable('leaderboards').set({ position: event.position, stale: true })

  switch (event.type) {
    case 'SeasonCreated': {
      const row = { season_id: event.data.seasonId, position: event.position, stale: true, ...NO_BOARDS }
      await read.insertInto('leaderboards').values(row).execute()
      return
    }
    case 'SeasonPurged':
      await read.deleteFrom('leaderboards').where('season_id', '=', idIn(event)).execute()
      return
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
    case 'SeasonEnded':
    case 'SeasonReopened':
    case 'SeasonDeleted':
    case 'SeasonRestored':
      await touch.where('season_id', '=', idIn(event)).execute()
      return
    case 'RoundCreated':
      await touch.where('season_id', '=', event.data.seasonId).execute()
      return
    case 'RoundRenamed':
    case 'RoundRescheduled':
    case 'RoundActivated':
    case 'RoundLocked':
    case 'RoundCompleted':
    case 'RoundUnlocked':
    case 'RoundDeleted':
    case 'RoundRestored':
      await touch.where('season_id', 'in', seasonOf(read, idIn(event))).execute()
      return
    case 'PickSubmitted':
    case 'PickEntered':
      await touch.where('season_id', 'in', seasonOf(read, event.data.roundId)).execute()
      return
    case 'PlayerRenamed':
    case 'PlayerRemoved':
      await touch.where('season_id', 'in', seasonsOf(read, idIn(event))).execute()
      return
    case 'PointsChanged':
      await touch
        .where('season_id', 'in', read.selectFrom('seasons').select('id').where('ended_at', 'is', null))
        .execute()
  }
}

const seasonOf = (read: Read, roundId: number) =>
  read.selectFrom('rounds').select('season_id').where('id', '=', roundId)

const seasonsOf = (read: Read, playerId: number) =>
  read.selectFrom('participants').select('season_id').where('player_id', '=', playerId)

/** However many events touched a season, its boards are made once. */
async function settle(read: Read) {
  const stale = await read.selectFrom('leaderboards').select('season_id').where('stale', '=', true).execute()
  for (const { season_id } of stale) {
    await read
      .updateTable('leaderboards')
      .set({ stale: false, ...(await renderBoards(read, season_id)) })
      .where('season_id', '=', season_id)
      .execute()
  }
}

async function renderBoards(read: Read, seasonId: number) {
  const season = await loadSeason(read, seasonId, null)
  if (!season) return NO_BOARDS
  const boards = boardsOf(season)
  const active = season.rounds.filter(({ status }) => status === 'active')
  return {
    public: json(boards.public),
    admin: json(boards.admin),
    graph: json(boards.graph),
    standings: json(boards.standings),
    locks_next_at: active[0]?.locks_at ?? null,
  }
}

export type Board = { body: string; etag: string }

/**
 * The board as it is sent. The stored one, unless a lock time has passed that nobody has published yet: then it is
 * made on the spot with that round locked. Null when the season does not exist or is deleted.
 */
export async function findBoard(
  read: Read,
  seasonId: number,
  kind: Exclude<keyof Boards, 'standings'>,
  now: Instant,
): Promise<Board | null> {
  const row = await read
    .selectFrom('leaderboards')
    .select([kind, 'position', 'locks_next_at'])
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (!row || row[kind] === '') return null
  if (row.locks_next_at === null || now < row.locks_next_at) {
    return { body: row[kind], etag: `"v${READ_MODELS_VERSION}-${row.position}"` }
  }
  const season = await loadSeason(read, seasonId, now)
  if (!season) return null
  return {
    body: json(boardsOf(season)[kind]),
    etag: `"v${READ_MODELS_VERSION}-${row.position}-${lockedSince(season.rounds, now)}"`,
  }
}

/** Tells apart the moments at which another unpublished lock has joined. */
const lockedSince = (rounds: readonly { locks_at: string }[], now: Instant) =>
  rounds.filter(({ locks_at }) => locks_at <= now).length
