import { withoutUnseen } from './names.ts'

const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Diacritic}+/gu

/** Without case and without accents, which are hard to type on a phone, and without what nobody sees. Marks of other scripts make other letters. */
export const plain = (text: string): string =>
  withoutUnseen(text.normalize('NFKD'))
    .replace(ACCENTED, '$1')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[ßøłđæœı]/g, (letter) => LETTERS[letter] ?? letter)

/** They are letters of their own, not accented ones. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' }

/** Write-ins that are the same have the same. */
export const spelled = (text: string): string => plain(text).trim()
