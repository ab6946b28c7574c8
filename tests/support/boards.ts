import { type Board, type BoardKind, findBoard } from '../../api/answers/boards.ts'
import { makeCache } from '../../platform/cache.ts'
import { openBoards } from '../../projections/boards/boards.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'

/** Boards with a memory of their own. */
export function boardsForTest({ read }: { read: Read }) {
  const cache = makeCache()
  const boards = openBoards({ read, cache })
  const find = (seasonId: number, kind: BoardKind): Promise<Board | null> =>
    findBoard({ boards, cache }, seasonId, kind)
  return { ...boards, find }
}
