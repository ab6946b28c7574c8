import type { Instant } from '../event.ts'
import {
  countingGuess,
  countingPick,
  enterPick,
  type Pick,
  type PickContext,
  type PickEvent,
  reenterGuess,
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
  if (event.type === 'TieBreakGuessed')
    return irreversible('A guess is changed by the player, or by entering another')
  const round = presentRound(context.round)
  if (event.type === 'TieBreakGuessEntered') {
    return reenterGuess(now, context, countingGuess(before, round), at)
  }
  const earlier = countingPick(before, round)
  return earlier ? enterPick(now, context, earlier.picks, at) : withdrawPickEntry(now, context, at)
}
