/** `Ann`, `Ann and Bob`, `Ann, Bob and Cleo`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(number: number): string {
  const ending = ENDINGS.find(([last]) => number % 10 === last && number % 100 !== 10 + last)?.[1] ?? 'th'
  return `${number}${ending}`
}

const ENDINGS = [
  [1, 'st'],
  [2, 'nd'],
  [3, 'rd'],
] as const

export const pointsOf = (points: number) => (points === 1 ? '1 point' : `${points} points`)

/** At most so many characters, so that no name makes a mail too large for a mail program to show. */
export function clip(text: string, charactersMax: number): string {
  const characters = [...text]
  return characters.length <= charactersMax ? text : `${characters.slice(0, charactersMax - 1).join('')}…`
}

/** What somebody picked, in one line. */
export const pickOf = (picks: readonly string[] | undefined) =>
  picks === undefined || picks.length === 0 ? 'No pick' : clip(picks.join(', '), PICK_CHARACTERS_MAX)

const PICK_CHARACTERS_MAX = 120
