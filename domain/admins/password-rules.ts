import type { PASSWORD_REFUSALS } from '../refusals/accounts.ts'

type PasswordRefusal = keyof typeof PASSWORD_REFUSALS

/** A text is the part of the password that breaks the rule. */
type Breach = boolean | string | undefined

const WEAK_WORD = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

/** What a list says to somebody who types, the refusal, and what breaks the rule. */
export const PASSWORD_RULES: readonly (readonly [
  text: string,
  code: PasswordRefusal,
  breach: (password: string) => Breach,
])[] = [
  ['8 to 128 characters', 'password-length', (p) => [...p].length < 8 || [...p].length > 128],
  ['A lowercase letter', 'password-lowercase', (p) => !/\p{Ll}/u.test(p)],
  ['An uppercase letter', 'password-uppercase', (p) => !/\p{Lu}/u.test(p)],
  ['A digit', 'password-number', (p) => !/\d/.test(p)],
  ['A special character', 'password-special', (p) => !/[^\p{L}\d\s]/u.test(p)],
  ['No common word', 'password-common-word', (p) => WEAK_WORD.exec(p)?.[0]],
  ['No run such as 123 or abc', 'password-run', runIn],
  ['No character three times in a row', 'password-repeats', (p) => /(.)\1\1/su.exec(p)?.[0]],
]

/** `found` is for the person who types alone. */
export type BrokenRule = { code: PasswordRefusal; found?: string }

/** The first rule that is broken, or null. */
export function brokenRule(password: string): BrokenRule | null {
  for (const [, code, breach] of PASSWORD_RULES) {
    const found = breach(password)
    if (found) return { code, ...(typeof found === 'string' && { found }) }
  }
  return null
}

function runIn(password: string): string | undefined {
  const characters = [...password]
  const codes = characters.map((character) =>
    /[a-z\d]/i.test(character) ? character.toLowerCase().charCodeAt(0) : NaN,
  )
  const start = codes.findIndex((code, index) => {
    const next = codes[index + 1] ?? NaN
    const last = codes[index + 2] ?? NaN
    return Math.abs(next - code) === 1 && last - next === next - code
  })
  return start === -1 ? undefined : characters.slice(start, start + 3).join('')
}
