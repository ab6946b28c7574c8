import type { Instant } from '../event.ts'
import {
  countingPick,
  enterPick,
  type Pick,
  type PickContext,
  type PickEvent,
  withdrawPickEntry,
} from '../picks/pick.ts'
import { presentRound } from '../rounds/round.ts'
import { irreversible, type Undoing } from './undo.ts'

export function undoPick(
  { event, before, now }: Undoing<Pick, PickEvent>,
  context: PickContext,
  at: Instant,
): PickEvent[] {
  if (event.type === 'PickSubmitted')
    return irreversible('A pick is changed by the player, or by entering another')
  const earlier = countingPick(before, presentRound(context.round).locksAt)
  return earlier ? enterPick(now, context, earlier.picks, at) : withdrawPickEntry(now, context, at)
}
