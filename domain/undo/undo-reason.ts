import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import type { RoundEvent } from '../rounds/round.ts'
import type { SeasonEvent } from '../seasons/season.ts'
import { hasLocked, roundIn, type SeasonAndRounds } from '../seasons/season-stream.ts'
import type { Undoing } from './undo.ts'

/** What takes a reason by its own call takes one to undo. Throws Refusal. */
export function requireReasonToUndo(
  undoing: Undoing<SeasonAndRounds, SeasonEvent | RoundEvent>,
  { reason, now }: { reason: string | null; now: Instant },
): void {
  if (reason !== null || !takesReason(undoing, now)) return
  throw new Refusal('invalid', 'Say why this is undone: everybody can read the reason', 'reason')
}

function takesReason(
  { event, before, now: state }: Undoing<SeasonAndRounds, SeasonEvent | RoundEvent>,
  now: Instant,
): boolean {
  switch (event.type) {
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
    case 'RoundWeightSet':
      return hasLocked(state, now)
    case 'RoundCompleted':
      return roundIn(before, event.data.roundId).status === 'completed'
    case 'RoundCancelled':
    case 'PicksUnsealedForAdmins':
      return true
    default:
      return false
  }
}
