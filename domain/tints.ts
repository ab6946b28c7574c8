import { comparable, visible } from './names.ts'

/** Stable for ever: people know each other and their teams by them. */
export const TINTS = 12

/** Of the first twelve players, each has another one. */
export const playerTint = (playerId: number): number => ((playerId - 1) % TINTS) + 1

/** By its name, in whatever case and spaces (djb2). */
export function teamTint(name: string): number {
  let hash = 5381
  for (const letter of comparable(name)) hash = Math.imul(hash, 33) ^ (letter.codePointAt(0) ?? 0)
  return ((hash >>> 0) % TINTS) + 1
}

// Browsers from before 2024 can lack it.
const segmenter = Intl.Segmenter && new Intl.Segmenter('en')

const graphemes = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text)

const isLetter = (grapheme: string) =>
  /^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(grapheme)

/** At most two, as they are written: of the first and the last word, or of the only one. */
export function initials(name: string): string {
  const words = visible(name)
    .split(' ')
    .map((word) => graphemes(word).filter(isLetter))
    .filter(({ length }) => length > 0)
  const [first = []] = words
  const last = words.length > 1 ? words.at(-1) : first.slice(1)
  return [first[0], last?.[0]].join('')
}
