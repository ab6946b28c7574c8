import type { OwnPick } from '../../api/contract/picks.ts'
import { pickTexts } from '../slot-names.ts'

export const KEEP_RECEIPT = 'Keep this code. It proves what time you saved.'

export const countingPicks = ({ currentPick, round }: OwnPick): string[] =>
  pickTexts(currentPick, round.slotNames)

export function initialPicks({ currentPick, round, teams }: OwnPick): string[] {
  const saved = currentPick?.pickItems ?? []
  const inSlot = (number: number) => saved.find(({ pickNumber }) => pickNumber === number)?.pickValue ?? ''
  if (round.pickType === 'single') return [teams.includes(inSlot(1)) ? inSlot(1) : '']
  return Array.from({ length: round.numWriteInPicks ?? 1 }, (_, index) => inSlot(index + 1))
}

export const filledIn = (picks: readonly string[]) =>
  picks.map((pick) => pick.trim()).filter((pick) => pick !== '')

/** Without the blanks at the end. Those before a pick keep its number, and so its name. */
export const inSlots = (picks: readonly string[]) => {
  const texts = picks.map((pick) => pick.trim())
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** `12 goals`. */
export const numberText = (value: number, unit: string | null) => (unit ? `${value} ${unit}` : `${value}`)
