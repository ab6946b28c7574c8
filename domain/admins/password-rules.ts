import type { PASSWORD_REFUSALS } from '../refusals/accounts.ts'

type PasswordRefusal = keyof typeof PASSWORD_REFUSALS

/** A text is the part of the password that breaks the rule. */
type Breach = boolean | string | undefined

const WEAK_WORD = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

/** `text` is for a list that somebody reads while typing. */
export const PASSWORD_RULES: readonly {
  text: string
  code: PasswordRefusal
  breach: (password: string) => Breach
}[] = [
  {
    text: '8 to 128 characters',
    code: 'password-length',
    breach: (p) => [...p].length < 8 || [...p].length > 128,
  },
  {
    text: 'A lowercase letter',
    code: 'password-lowercase',
    breach: (p) => !/\p{Ll}/u.test(p),
  },
  {
    text: 'An uppercase letter',
    code: 'password-uppercase',
    breach: (p) => !/\p{Lu}/u.test(p),
  },
  { text: 'A digit', code: 'password-number', breach: (p) => !/\d/.test(p) },
  {
    text: 'A special character',
    code: 'password-special',
    breach: (p) => !/[^\p{L}\d\s]/u.test(p),
  },
  {
    text: 'No common word',
    code: 'password-common-word',
    breach: (p) => WEAK_WORD.exec(p)?.[0],
  },
  {
    text: 'No run such as 123 or abc',
    code: 'password-run',
    breach: runIn,
  },
  {
    text: 'No character three times in a row',
    code: 'password-repeats',
    breach: (p) => /(.)\1\1/su.exec(p)?.[0],
  },
]

/** `found` is for the person who types alone. */
export type BrokenRule = { code: PasswordRefusal; found?: string }

/** The first rule that is broken, or null. */
export function brokenRule(password: string): BrokenRule | null {
  for (const { code, breach } of PASSWORD_RULES) {
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
