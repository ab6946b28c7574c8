// A fixed locale, so that the same log gives the same order on every machine.
export const compareTexts = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

export function compareNames(
  left: { name: string; id: number },
  right: { name: string; id: number },
): number {
  return compareTexts(left.name, right.name) || left.id - right.id
}

/** The first group is seen: it joins a family of emoji, names the country of a flag, shapes a Persian word. */
const UNSEEN =
  /((?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?\u200d(?=\p{Extended_Pictographic})|\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}|\p{Script=Arabic}\u200c(?=\p{Script=Arabic}))|\ufeff|(?!\s)[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '$1')

/** Texts that look the same are the same: whatever their case, spaces, Unicode form and characters that nobody sees. */
export const comparable = (text: string): string => visible(text).toLowerCase()

/** What a reader sees of it, and can type. */
export const visible = (text: string): string =>
  withoutUnseen(text).normalize('NFKC').replace(/\s+/g, ' ').trim()

const listFormat = new Intl.ListFormat('en-GB')

/** `A`, `A and B`, `A, B and C`. */
export const listed = (parts: readonly string[], none = ''): string => listFormat.format(parts) || none

/** `A, B and 3 more`. */
export const listedUpTo = (max: number, names: readonly string[]): string =>
  listed(names.length <= max ? names : [...names.slice(0, max), `${names.length - max} more`])

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
