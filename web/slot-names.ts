import type { PickItems } from '../api/contract/picks.ts'

type SlotNames = readonly string[] | undefined

/** What a write-in is called, by its number from 1. */
export const slotLabel = (names: SlotNames, number: number) => names?.[number - 1] || `Pick ${number}`

/** Each with the name of its slot, where the sport has names. */
export const pickTexts = (pick: PickItems | null | undefined, names: SlotNames) =>
  (pick?.pickItems ?? []).map(({ pickNumber, pickValue }) =>
    names ? `${slotLabel(names, pickNumber)}: ${pickValue}` : pickValue,
  )
