import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ExplainedCell } from '../../../api/contract/explanations.ts'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { isLocking } from '../../locking.ts'
import { query } from '../../server/api.ts'

/** What everybody may know of this player's season. It is asked for again once this sport locks, is scored or cancelled. */
export function useOwnStanding({ seasonId, user, round, cancelled }: OwnPick) {
  const standing = query('GET /public/leaderboard/season/{id}/players/{playerId}', seasonId, user.id)
  return useQuery({
    ...standing,
    queryKey: [...standing.queryKey, round.status, cancelled],
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}

export const isOpen = ({ status, cancelled }: ExplainedCell) => status === 'active' && !cancelled

/** The next lock first. */
export const openSports = (cells: readonly ExplainedCell[]) =>
  cells.filter(isOpen).toSorted((a, b) => Date.parse(a.lockTime) - Date.parse(b.lockTime))

/** Without the sport of this page, which speaks of it anyway. */
export const otherMissingSports = (cells: readonly ExplainedCell[], { round }: OwnPick) =>
  openSports(cells).filter((cell) => !cell.hasPicked && cell.roundId !== round.id && !isLocking(cell))
