import { type Board, type BoardKind, findBoard } from '../../api/answers/boards.ts'
import { makeBoardCache } from '../../projections/boards/board-cache.ts'
import { openBoards } from '../../projections/boards/boards.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'

/** Boards with a memory of their own. */
export function boardsForTest({ read }: { read: Read }) {
  const cache = makeBoardCache()
  const boards = openBoards({ read, cache })
  const find = (seasonId: number, kind: BoardKind): Promise<Board | null> =>
    findBoard({ read, boards, cache }, seasonId, kind)
  return { ...boards, find }
}
