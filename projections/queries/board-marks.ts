import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'

export type BoardMark = {
  seasonId: number
  position: Position
  /** Without picks in rounds that have no result. */
  pointsPosition: Position
  /** Raised by a rebuild: the tables may say something else of the same position. */
  generation: number
}

/** A deleted season still has a mark. */
export async function findBoardMarks(
  read: Read,
  seasonIds: readonly number[],
): Promise<(BoardMark | null)[]> {
  const rows = await read
    .selectFrom('boards')
    .innerJoin('checkpoint', (join) => join.onTrue())
    .select(['season_id', 'boards.position', 'points_position', 'generation'])
    .where('season_id', 'in', [...new Set(seasonIds)])
    .execute()
  const marks = new Map(
    rows.map(({ season_id: seasonId, position, points_position: pointsPosition, generation }) => [
      seasonId,
      { seasonId, position, pointsPosition, generation },
    ]),
  )
  return seasonIds.map((seasonId) => marks.get(seasonId) ?? null)
}

export async function boardsMovedSince(
  read: Read,
  position: Position,
): Promise<{ seasonId: number; position: Position }[]> {
  const rows = await read
    .selectFrom('boards')
    .select(['season_id', 'position'])
    .where('position', '>', position)
    .orderBy('position')
    .execute()
  return rows.map(({ season_id, position }) => ({ seasonId: season_id, position }))
}
