import type { Leaderboard, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { lastLocked } from '../../../domain/season-story/last-locked.ts'
import { dateTimeFormat } from '../../browser/formats.ts'
import { isLocking } from '../../locking.ts'

export type BoardRound = Leaderboard['rounds'][number]

/** Hidden until the lock: only who has picked can be seen. */
export const isOpen = ({ status }: BoardRound) => status === 'active'

export const isPlayed = ({ cancelled_at }: BoardRound) => cancelled_at === undefined

export const wasCorrected = ({ id }: BoardRound, entries: readonly LeaderboardEntry[]) =>
  entries.some(({ marks }) => marks?.[id]?.includes('result_corrected'))

/** Drafts are the commissioner's plans, and nobody else's news. */
export const inPublic = (rounds: readonly BoardRound[]) => rounds.filter(({ status }) => status !== 'draft')

/** Whose picks are public and news: the last lock, and those within a day before it. */
export const awaitingResult = (rounds: readonly BoardRound[]) =>
  lastLocked(
    rounds.filter((round) => round.status === 'locked' && isPlayed(round)),
    ({ lock_time }) => lock_time,
  )

/** What locked or was scored last. Before the first lock, what locks next. */
export function newestOf(rounds: readonly BoardRound[]): BoardRound | undefined {
  const shown = inPublic(rounds)
  const scored = shown.toSorted((a, b) => (b.result_number ?? 0) - (a.result_number ?? 0))[0]
  const scoredLast = scored?.result_number ? scored : undefined
  const played = shown.filter(isPlayed)
  const lockedLast = played.findLast(({ status }) => status === 'locked')
  if (!lockedLast || !scoredLast) return lockedLast ?? scoredLast ?? played[0] ?? shown[0]
  return lockedLast.lock_time > scoredLast.lock_time ? lockedLast : scoredLast
}

const day = dateTimeFormat({ month: 'short', day: 'numeric' })

/** Of an open sport. */
export const lockText = (round: BoardRound) =>
  isLocking(round) ? 'Locking…' : `locks ${day.format(new Date(round.lock_time))}`
