/** `Ann`, `Ann and Bob`, `Ann, Bob and Cleo`. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

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
