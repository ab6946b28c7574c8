import { plain } from '../domain/spelling.ts'

/** Those in which the text occurs, whatever its case and accents. Where a text or a word begins with it comes first. */
export function search<Item>(
  items: readonly Item[],
  text: string,
  wordsOf: (item: Item) => string,
): readonly Item[] {
  const wanted = plain(text.trim())
  if (wanted === '') return items
  const groups: [Item[], Item[], Item[]] = [[], [], []]
  for (const item of items) groups[rankOf(plain(wordsOf(item)), wanted)]?.push(item)
  return groups.flat()
}

export const matches = (words: string, text: string): boolean => plain(words).includes(plain(text.trim()))

/** 0 at the beginning, 1 at the beginning of a word, 2 within one, -1 nowhere. */
function rankOf(words: string, wanted: string): number {
  const at = words.indexOf(wanted)
  if (at <= 0) return at
  return isWordBeginning.test(words.slice(0, at)) || beginsLater(words, wanted, at) ? 1 : 2
}

const isWordBeginning = /[^\p{L}\p{N}]$/u

function beginsLater(words: string, wanted: string, from: number): boolean {
  for (let at = words.indexOf(wanted, from + 1); at !== -1; at = words.indexOf(wanted, at + 1)) {
    if (isWordBeginning.test(words.slice(0, at))) return true
  }
  return false
}
