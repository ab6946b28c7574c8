import type { LeaderboardEntry, MarkKind } from '../api/contract/leaderboards.ts'

/** A link may be copied before its player picks: then there is nothing to mark. */
export const marksOf = ({ picks, marks: all }: LeaderboardEntry, roundId: number | string): MarkKind[] =>
  (all?.[roundId] ?? []).filter((kind) => kind !== 'looked_at_by_admin' || picks[roundId])

export const marks: Record<MarkKind, { sign: string; text: string }> = {
  entered_by_admin: { sign: '✎', text: 'Entered by an admin' },
  entered_after_lock: { sign: '✎', text: 'Entered by an admin after the lock' },
  cleared: { sign: '✕', text: 'Cleared by an admin' },
  looked_at_by_admin: { sign: '◉', text: 'An admin looked at it, or copied the link' },
  result_corrected: { sign: '↻', text: 'Result corrected' },
}

export const droppedText = 'Dropped: one of this player’s worst sports.'
