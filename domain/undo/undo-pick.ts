import type { Instant } from '../event.ts'
import {
  countingPick,
  enterPick,
  type Pick,
  type PickEvent,
  type PickScene,
  withdrawPickEntry,
} from '../picks/pick.ts'
import { presentRound } from '../rounds/round.ts'
import { noWayBack, type Undoing } from './undo.ts'

export function undoPick(
  { event, before, now }: Undoing<Pick, PickEvent>,
  scene: PickScene,
  at: Instant,
): PickEvent[] {
  if (event.type === 'PickSubmitted')
    return noWayBack('A pick is changed by the player, or by entering another')
  const earlier = countingPick(before, presentRound(scene.round).locksAt)
  return earlier ? enterPick(now, scene, earlier.picks, at) : withdrawPickEntry(now, scene, at)
}
