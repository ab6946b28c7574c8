import { type Kysely, sql } from 'kysely'
import { idIn } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Handler } from './handler.ts'
import type { PointsTables } from './points-tables.ts'
import type { Read } from './read-tables.ts'
import { column, newRow, type RowOf, table } from './table.ts'

export type BoardsTables = {
  boards: RowOf<typeof BOARDS>
}

export const BOARDS = table({
  name: 'boards',
  columns: {
    season_id: column<number>('integer not null'),
    /** Of the last event that a board shows: the ETag. */
    position: column<Position>('text not null'),
    /** Moves with what changes points: not with a pick in a round without a result. */
    points_position: column<Position>('text not null'),
    moved_by_correction: column<boolean>('boolean not null'),
    points_due: column<boolean>('boolean not null'),
  },
  key: ['season_id'],
})

export const recordBoards: Handler<BoardsTables & PointsTables> = (read, event) => {
  const season_id = idIn(event)
  if (event.type === 'SeasonPurged') {
    const tables = ['boards', 'standings', 'scores'] as const
    return tables.map((table) => read.deleteFrom(table).where('season_id', '=', season_id))
  }
  if (event.type !== 'SeasonCreated') return []
  const at = { position: event.position, points_position: event.position }
  return [newRow(BOARDS, { season_id, ...at, moved_by_correction: false, points_due: false })]
}

/** In the table, so that a build that is cut off goes on. */
export const notePointsDue = (read: Kysely<BoardsTables>, seasonIds: readonly number[]) =>
  read.updateTable('boards').set({ points_due: true }).where(sql<boolean>`season_id = any(${seasonIds})`)

export type BoardMark = {
  seasonId: number
  position: Position
  pointsPosition: Position
  /** Raised by a rebuild: the tables may say something else of the same position. */
  generation: number
}

export async function findBoardMarks(
  read: Read,
  seasonIds: readonly number[],
): Promise<(BoardMark | null)[]> {
  const marks = await read
    .selectFrom('boards')
    .innerJoin('checkpoint', (join) => join.onTrue())
    .select(['season_id as seasonId', 'boards.position', 'points_position as pointsPosition', 'generation'])
    .where('season_id', 'in', [...new Set(seasonIds)])
    .execute()
  return seasonIds.map((id) => marks.find(({ seasonId }) => seasonId === id) ?? null)
}

export const boardsMovedSince = (
  read: Read,
  position: Position,
): Promise<{ seasonId: number; position: Position }[]> =>
  read
    .selectFrom('boards')
    .select(['season_id as seasonId', 'position'])
    .where('position', '>', position)
    .orderBy('position')
    .execute()
