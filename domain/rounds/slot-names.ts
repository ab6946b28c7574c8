import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'

export type SlotNames = readonly string[]

export function keptSlotNames(names: SlotNames, picksMax: number): { slotNames?: SlotNames } {
  const slotNames = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  if (slotNames.length === 0) return {}
  if (slotNames.length > picksMax) throw new Refusal('slot-names-beyond-picks', { picks: picksMax })
  const given = slotNames.filter((name) => name !== '').map(comparable)
  if (new Set(given).size < given.length) throw new Refusal('slot-names-alike')
  return { slotNames }
}

export const slotLabels = (slotNames: SlotNames | null | undefined, picksMax: number): string[] =>
  slotNames ? Array.from({ length: picksMax }, (_, index) => slotLabel(slotNames, index)) : []

export const namedPicks = (picks: readonly string[], slotNames: SlotNames | null | undefined): string[] =>
  picks.flatMap((pick, index) => (pick === '' ? [] : namedPick(pick, index + 1, slotNames)))

export const namedPick = (pick: string, number: number, slotNames: SlotNames | null | undefined): string =>
  slotNames ? `${slotLabel(slotNames, number - 1)}: ${pick}` : pick

/** `Golden Boot: Mbappé / Kylian Mbappé`. */
export const rightAnswerTexts = (answers: readonly (readonly string[])[], slotNames: SlotNames | undefined) =>
  namedPicks(
    answers.map((texts) => texts.join(' / ')),
    slotNames,
  )

const slotLabel = (names: SlotNames, index: number) => names[index] || `Pick ${index + 1}`
