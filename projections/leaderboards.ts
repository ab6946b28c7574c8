import type { Instant } from '#domain/event'
import type { Position } from '#platform/event-store'
import { type Boards, boardsOf, type SeasonStanding } from './leaderboard-view.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  type LoggedPick,
  READ_MODELS_VERSION,
  type Read,
  type ReadModel,
} from './read-model.ts'
import { roundsInPlay } from './rounds.ts'
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
    /** Null while no pick is sealed: then it is the public one. */
    admin: string | null
    graph: string
    standings: Json<SeasonStanding[]>
  }
}

/** Last in the list of read models: its boards are made from the tables of all others. */
export const leaderboardsModel: ReadModel = { create, handle, handlePicks, render }

async function create(read: Read) {
  await read.schema
    .createTable('leaderboards')
    .addColumn('season_id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('stale', 'boolean', (column) => column.notNull())
    .addColumn('locks_next_at', 'text')
    .addColumn('public', 'text', (column) => column.notNull())
    .addColumn('admin', 'text')
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
    case 'PickEntryWithdrawn':
      await handlePicks(read, [event])
      return
    case 'PlayerRenamed':
    case 'PlayerRemoved':
      await touch.where('season_id', 'in', seasonsOf(read, idIn(event))).execute()
      return
    case 'PlayerErased':
      await touch.where('season_id', 'in', seasonsOf(read, event.data.playerId)).execute()
      return
    case 'PointsChanged':
      await touch
        .where('season_id', 'in', read.selectFrom('seasons').select('id').where('ended_at', 'is', null))
        .execute()
  }
}

/** Of each round the last one counts: a board has the position of the last event that it depends on. */
async function handlePicks(read: Read, picks: readonly LoggedPick[]) {
  const lastOfRound = new Map(picks.map(({ data, position }) => [data.roundId, position]))
  const inOrder = [...lastOfRound].sort(([, left], [, right]) => (left < right ? -1 : 1))
  for (const [roundId, position] of inOrder) {
    await read
      .updateTable('leaderboards')
      .set({ position, stale: true })
      .where('season_id', 'in', seasonOf(read, roundId))
      .execute()
  }
}

const seasonOf = (read: Read, roundId: number) =>
  read.selectFrom('rounds').select('season_id').where('id', '=', roundId)

const seasonsOf = (read: Read, playerId: number) =>
  read.selectFrom('participants').select('season_id').where('player_id', '=', playerId)

/** However many events touched a season, its boards are made once. */
async function render(read: Read) {
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
    admin: boards.admin === boards.public ? null : json(boards.admin),
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
    .select((eb) => [
      kind === 'admin' ? eb.fn.coalesce('admin', 'public').as('body') : eb.ref(kind).as('body'),
      'position',
      'locks_next_at',
    ])
    .where('season_id', '=', seasonId)
    .executeTakeFirst()
  if (!row || row.body === '') return null
  if (row.locks_next_at === null || now < row.locks_next_at) {
    return { body: row.body, etag: `"v${READ_MODELS_VERSION}-${row.position}"` }
  }
  const season = await loadSeason(read, seasonId, now)
  if (!season) return null
  return {
    body: json(boardsOf(season)[kind]),
    etag: `"v${READ_MODELS_VERSION}-${row.position}-${lockedSince(season.rounds, now)}"`,
  }
}

/** The seasons whose boards have changed behind a position, in the order in which they did. */
export async function boardsMovedSince(
  read: Read,
  position: Position,
): Promise<{ seasonId: number; position: Position }[]> {
  const rows = await read
    .selectFrom('leaderboards')
    .select(['season_id', 'position'])
    .where('position', '>', position)
    .orderBy('position')
    .execute()
  return rows.map(({ season_id, position }) => ({ seasonId: season_id, position }))
}

/** What changes with all that a season's boards, of today or of the past, depend on. Null when there is no such season. */
export async function boardTag(read: Read, seasonId: number, now: Instant): Promise<string | null> {
  const row = await read
    .selectFrom('leaderboards')
    .select('position')
    .where('season_id', '=', seasonId)
    .where('public', '!=', '')
    .executeTakeFirst()
  if (!row) return null
  const rounds = await roundsInPlay(read, seasonId)
  return `v${READ_MODELS_VERSION}-${row.position}-${lockedSince(rounds, now)}`
}

/** Tells apart the moments at which another unpublished lock has joined. */
const lockedSince = (rounds: readonly { locks_at: string }[], now: Instant) =>
  rounds.filter(({ locks_at }) => locks_at <= now).length
