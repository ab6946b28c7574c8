/** A text is the part of the password that breaks the rule. */
type Breach = boolean | string | undefined

const WEAK_WORD = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

/** What a list says to somebody who types, what a password must, and what breaks it. */
const RULES: [text: string, must: string, breach: (password: string) => Breach][] = [
  ['8 to 128 characters', 'be 8 to 128 characters', (p) => [...p].length < 8 || [...p].length > 128],
  ['A lowercase letter', 'contain a lowercase letter', (p) => !/\p{Ll}/u.test(p)],
  ['An uppercase letter', 'contain an uppercase letter', (p) => !/\p{Lu}/u.test(p)],
  ['A digit', 'contain a number', (p) => !/\d/.test(p)],
  ['A special character', 'contain a special character', (p) => !/[^\p{L}\d\s]/u.test(p)],
  [
    'No common word',
    'not contain a common word such as "password" or "welcome"',
    (p) => WEAK_WORD.exec(p)?.[0],
  ],
  ['No run such as 123 or abc', 'not contain runs such as 123 or abc', runIn],
  [
    'No character three times in a row',
    'not contain the same character three times in a row',
    (p) => /(.)\1\1/su.exec(p)?.[0],
  ],
]

export const PASSWORD_RULES = RULES.map(([text, must, breach]) => ({
  ...{ text, breach },
  sentence: `Password must ${must}`,
}))

/** `found` is for the person who types alone. */
export type BrokenRule = { sentence: string; found?: string }

/** The first rule that is broken, or null. */
export function brokenRule(password: string): BrokenRule | null {
  for (const { sentence, breach } of PASSWORD_RULES) {
    const found = breach(password)
    if (found) return { sentence, ...(typeof found === 'string' && { found }) }
  }
  return null
}

export const toldToWriter = ({ sentence, found }: BrokenRule): string =>
  found === undefined ? sentence : `${sentence}: it contains "${found}"`

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
