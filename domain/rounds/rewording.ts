import type { Round, RoundEvent } from './round.ts'

type Asking = Extract<RoundEvent, { type: 'RoundPickTypeChanged' | 'TieBreakQuestionSet' }>

/** Whether a round asks something else than before. Where nothing was asked, or a pick had no name, nobody has read another one. */
export function isReworded(before: Round, event: Asking): boolean {
  if (!('sportName' in before)) return false
  if (event.type === 'TieBreakQuestionSet') return before.tieBreak !== null
  const { slotNames = [] } = event.data
  return before.slotNames?.some((name, index) => name !== '' && name !== slotNames[index]) ?? false
}
