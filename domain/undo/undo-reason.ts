import type { Undoing } from '../event-descriptor.ts'
import { descriptorOf } from '../event-table.ts'
import { Refusal } from '../refusal.ts'
import type { RoundEvent } from '../rounds/round.ts'
import type { SeasonEvent } from '../seasons/season.ts'
import { hasLocked, roundIn, type SeasonAndRounds } from '../seasons/season-stream.ts'

type UndoingInSeason = Undoing<SeasonAndRounds, SeasonEvent | RoundEvent>

export function requireReasonToUndo(undoing: UndoingInSeason, reason: string | null): void {
  if (reason !== null || !takesReason(undoing)) return
  throw new Refusal('undo-needs-reason')
}

function takesReason({ event, before, now: state }: UndoingInSeason): boolean {
  const { undoReason: when } = descriptorOf(event.type)
  if (when === 'since the first lock') return hasLocked(state)
  if (when !== 'for a correction') return when === 'always'
  return 'roundId' in event.data && roundIn(before, event.data.roundId).status === 'completed'
}
