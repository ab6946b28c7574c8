import { type Board, type BoardKind, findBoard } from '../../api/answers/boards.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { makeBoardCache } from '../../projections/queries/board-cache.ts'
import { openBoards } from '../../projections/queries/boards.ts'

/** Boards with a memory of their own. */
export function boardsForTest({ read, store }: { read: Read; store: EventStore }) {
  const cache = makeBoardCache()
  const boards = openBoards({ read, cache })
  const find = (seasonId: number, kind: BoardKind, now: string): Promise<Board | null> =>
    findBoard({ read, boards, cache }, seasonId, kind)
  return { ...boards, find }
}
