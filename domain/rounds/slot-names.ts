import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'

/** By the number of the write-in. One that is empty or missing is called by its number. */
export type SlotNames = readonly string[]

/** As a round keeps them: nothing where no write-in has a name. Throws Refusal. */
export function keptSlotNames(names: SlotNames, picksMax: number): { slotNames?: SlotNames } {
  const slotNames = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  if (slotNames.length === 0) return {}
  if (slotNames.length > picksMax) {
    throw new Refusal(
      'invalid',
      `This sport takes ${picksMax === 1 ? 'one pick' : `${picksMax} picks`}, and cannot have more names for them`,
      'slotNames',
    )
  }
  const given = slotNames.filter((name) => name !== '').map(comparable)
  if (new Set(given).size < given.length) {
    throw new Refusal('invalid', 'Each pick needs a name of its own', 'slotNames')
  }
  return { slotNames }
}

/** What the write-ins of a round are called; empty where they have no names. */
export const slotLabels = (slotNames: SlotNames | null | undefined, picksMax: number): string[] =>
  slotNames ? Array.from({ length: picksMax }, (_, index) => slotLabel(slotNames, index)) : []

/** What was picked, each with the name of its slot: `Champion: Reds`. */
export const namedPicks = (picks: readonly string[], slotNames: SlotNames | null | undefined): string[] =>
  picks.flatMap((pick, index) => (pick === '' ? [] : namedPick(pick, index + 1, slotNames)))

export const namedPick = (pick: string, number: number, slotNames: SlotNames | null | undefined): string =>
  slotNames ? `${slotLabel(slotNames, number - 1)}: ${pick}` : pick

const slotLabel = (names: SlotNames, index: number) => names[index] || `Pick ${index + 1}`
