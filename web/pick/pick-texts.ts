import type { OwnPick } from '../../api/contract/picks.ts'
import { pickTexts } from '../slot-names.ts'
import { decimalIn } from '../ui/form/decimal.ts'

/** As it is typed. */
export type Draft = { picks: string[]; guess: string }

/** What is picked in: a sport with the pick so far, as the server tells it. */
export type Pickable = Pick<OwnPick, 'round' | 'teams' | 'currentPick'>

export const KEEP_RECEIPT = 'Keep this code. It proves what time you saved.'

export const countingPicks = ({ currentPick, round }: Pickable): string[] =>
  pickTexts(currentPick, round.slotNames)

export function initialPicks({ currentPick, round, teams }: Pickable): string[] {
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

export const answerOf = ({ picks, guess }: Draft, { round }: Pickable) => ({
  picks: round.slotNames ? inSlots(picks) : filledIn(picks),
  ...(guess.trim() !== '' && { guess: Number(decimalIn(guess)) }),
})

/** `12 goals`. */
export const numberText = (value: number, unit: string | null) => (unit ? `${value} ${unit}` : `${value}`)
