import { sql } from 'kysely'
import { eventRow } from '../../domain/event-table.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  idIn,
  type LoggedEvent,
  type LoggedPick,
  type Read,
  type ReadModel,
  type Statements,
} from '../engine/read-model.ts'

export type LeaderboardsTables = {
  /** One row a season: how far its boards have moved. They are made when somebody asks for them. */
  leaderboards: {
    season_id: number
    /** Of the last event that the boards depend on: the ETag. */
    position: string
    /** Of the last of these that was more than a player's pick in an open round: only such an event changes points. */
    facts_position: string
  }
}

/** Last in the list of read models: whose boards an event moves stands in the tables of others. */
export const leaderboardsModel: ReadModel = { create, handle, handlePicks }

async function create(read: Read) {
  await read.schema
    .createTable('leaderboards')
    .addColumn('season_id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('facts_position', 'text', (column) => column.notNull())
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  const { position } = event
  const touch = read.updateTable('leaderboards').set({ position, facts_position: position })
  switch (event.type) {
    case 'SeasonCreated': {
      const row = { season_id: event.data.seasonId, position, facts_position: position }
      return [read.insertInto('leaderboards').values(row)]
    }
    case 'SeasonPurged':
      return [read.deleteFrom('leaderboards').where('season_id', '=', idIn(event))]
    case 'PickSubmitted':
    case 'PickEntered':
    case 'PickEntryWithdrawn':
    case 'TieBreakGuessed':
    case 'TieBreakGuessEntered':
      return [touchByPick(read, event)]
  }
  if (event.type === 'PickLinkCopied') {
    const sealed = read.selectFrom('seasons').select('id').where('picks_sealed', '=', 1)
    return [touch.where('season_id', '=', event.data.seasonId).where('season_id', 'in', sealed)]
  }
  switch (eventRow(event.type)?.moves) {
    case 'its season':
      return [touch.where('season_id', '=', idIn(event))]
    case 'seasons of the player': {
      const playerId = event.type === 'PlayerErased' ? event.data.playerId : idIn(event)
      return [touch.where('season_id', 'in', seasonsOf(read, playerId))]
    }
    case 'open seasons': {
      const open = read.selectFrom('seasons').select('id').where('ended_at', 'is', null)
      return [touch.where('season_id', 'in', open)]
    }
    default:
      return []
  }
}

/** Only the last of them stays visible. */
function handlePicks(read: Read, events: readonly LoggedPick[]): Statements {
  const lastOfEach = new Map(events.map((event) => [`${event.type} ${event.data.roundId}`, event]))
  const inOrder = [...lastOfEach.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1))
  return inOrder.map((event) => touchByPick(read, event))
}

function touchByPick(read: Read, { type, data, position }: LoggedPick) {
  const changesPoints =
    type === 'PickSubmitted' || type === 'TieBreakGuessed' ? sql`rounds.status <> 'active'` : sql`true`
  return read
    .updateTable('leaderboards')
    .from('rounds')
    .set({
      position,
      facts_position: sql`case when ${changesPoints} then ${position} else facts_position end`,
    })
    .where('rounds.id', '=', data.roundId)
    .whereRef('rounds.season_id', '=', 'leaderboards.season_id')
}

const seasonsOf = (read: Read, playerId: number) =>
  read.selectFrom('participants').select('season_id').where('player_id', '=', playerId)

/** How far a season's boards have moved. */
export type BoardMark = {
  seasonId: number
  position: Position
  factsPosition: Position
  /** Raised by a rebuild: the tables may say something else of the same position. */
  generation: number
}

/** One for each id, null where there is no such season; a deleted one still has a mark. */
export async function findBoardMarks(
  read: Read,
  seasonIds: readonly number[],
): Promise<(BoardMark | null)[]> {
  const rows = await read
    .selectFrom('leaderboards')

    .innerJoin('checkpoint', (join) => join.onTrue())
    .select(['season_id', 'leaderboards.position', 'facts_position', 'generation'])
    .where('season_id', 'in', [...new Set(seasonIds)])
    .execute()
  return seasonIds.map((seasonId) => {
    const row = rows.find(({ season_id }) => season_id === seasonId)
    if (!row) return null
    const { position, facts_position: factsPosition, generation } = row
    return { seasonId, position, factsPosition, generation }
  })
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
