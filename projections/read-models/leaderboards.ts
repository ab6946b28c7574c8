import { sql } from 'kysely'
import { eventRow } from '../../domain/event-table.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { idIn, type LoggedPick, type OtherEvent, type Read, type ReadModel } from '../engine/read-model.ts'

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
export const leaderboardsModel: ReadModel = { create, handle, writePicks }

async function create(read: Read) {
  await read.schema
    .createTable('leaderboards')
    .addColumn('season_id', 'integer', (column) => column.primaryKey())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('facts_position', 'text', (column) => column.notNull())
    .execute()
}

async function handle(read: Read, event: OtherEvent) {
  const { position } = event
  const touch = read.updateTable('leaderboards').set({ position, facts_position: position })
  if (event.type === 'SeasonCreated') {
    const row = { season_id: event.data.seasonId, position, facts_position: position }
    await read.insertInto('leaderboards').values(row).execute()
  }
  if (event.type === 'SeasonPurged') {
    await read.deleteFrom('leaderboards').where('season_id', '=', idIn(event)).execute()
  }
  switch (eventRow(event.type)?.moves) {
    case 'its season':
      await touch.where('season_id', '=', idIn(event)).execute()
      return
    case 'seasons of the player': {
      const playerId = event.type === 'PlayerErased' ? event.data.playerId : idIn(event)
      await touch.where('season_id', 'in', seasonsOf(read, playerId)).execute()
      return
    }
    case 'open seasons':
      await touch
        .where('season_id', 'in', read.selectFrom('seasons').select('id').where('ended_at', 'is', null))
        .execute()
  }
}

/** Of each round the last one counts: a board has the position of the last event that it depends on. */
function writePicks(read: Read, picks: readonly LoggedPick[]) {
  const lastOfRound = new Map(picks.map((event) => [event.data.roundId, event.position]))
  const lastByAdmin = new Map(picks.filter(isByAdmin).map((event) => [event.data.roundId, event.position]))
  const inOrder = [...lastOfRound].sort(([, left], [, right]) => (left < right ? -1 : 1))
  return inOrder.map(([roundId, position]) => {
    const entered = lastByAdmin.get(roundId) ?? START
    return read
      .updateTable('leaderboards')
      .from('rounds')
      .set({
        position,
        facts_position: sql`case rounds.status when 'active' then greatest(facts_position, ${entered}) else ${position} end`,
      })
      .where('rounds.id', '=', roundId)
      .whereRef('rounds.season_id', '=', 'leaderboards.season_id')
  })
}

const isByAdmin = ({ type }: LoggedPick) => type !== 'PickSubmitted'

const seasonsOf = (read: Read, playerId: number) =>
  read.selectFrom('participants').select('season_id').where('player_id', '=', playerId)

/** How far a season's boards have moved. */
export type BoardMark = {
  seasonId: number
  position: Position
  factsPosition: Position
  /** Tells the read tables from others that a rebuild has swapped in: those may say something else of the same position. */
  tables: string
}

const TABLES = sql<string>`(
  select string_agg(oid::text, ' ' order by oid) from pg_class
  where relkind = 'r' and relnamespace = (select relnamespace from pg_class where oid = leaderboards.tableoid)
)`

/** One for each id, null where there is no such season; a deleted one still has a mark. */
export async function findBoardMarks(
  read: Read,
  seasonIds: readonly number[],
): Promise<(BoardMark | null)[]> {
  const rows = await read
    .selectFrom('leaderboards')
    .select(['season_id', 'position', 'facts_position', TABLES.as('tables')])
    .where('season_id', 'in', [...new Set(seasonIds)])
    .execute()
  return seasonIds.map((seasonId) => {
    const row = rows.find(({ season_id }) => season_id === seasonId)
    if (!row) return null
    const { position, facts_position: factsPosition, tables } = row
    return { seasonId, position, factsPosition, tables }
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
