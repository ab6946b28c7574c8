import type { Round, RoundEvent } from './round.ts'
import { keptSlotNames, slotLabels } from './slot-names.ts'

type Asking = Extract<RoundEvent, { type: 'RoundPickTypeChanged' | 'TieBreakQuestionSet' }>

/** Nobody can have read other words where there were none before. */
export function isReworded(before: Round, event: Asking): boolean {
  if (!('sportName' in before)) return false
  if (event.type === 'TieBreakQuestionSet') return before.tieBreak !== null
  const { slotNames = [] } = event.data
  return before.slotNames?.some((name, index) => name !== '' && name !== slotNames[index]) ?? false
}

export function restoreWording(now: Round, read: Round): RoundEvent[] {
  if (!('sportName' in now) || !('sportName' in read)) return []
  const { roundId, pickType, picksMax } = now
  const events: RoundEvent[] = []
  const names = ({ slotNames }: typeof now) => slotLabels(slotNames, read.picksMax).join('\n')
  if (names(now) !== names(read)) {
    const kept = keptSlotNames(read.slotNames ?? [], picksMax)
    events.push({ type: 'RoundPickTypeChanged', data: { roundId, pickType, picksMax, ...kept } })
  }
  const { tieBreak: asked } = read
  if (asked && (now.tieBreak?.question !== asked.question || now.tieBreak.unit !== asked.unit)) {
    events.push({ type: 'TieBreakQuestionSet', data: { roundId, ...asked } })
  }
  return events
}
