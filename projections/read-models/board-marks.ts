import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from './read-tables.ts'

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
