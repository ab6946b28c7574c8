/** A text is the part of the password that breaks the rule. */
type Breach = boolean | string | undefined

const WEAK_WORD = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

/** `text` is for a list that somebody reads while typing. */
export const PASSWORD_RULES: readonly {
  text: string
  sentence: string
  breach: (password: string) => Breach
}[] = [
  {
    text: '8 to 128 characters',
    sentence: 'Password must be 8 to 128 characters',
    breach: (p) => [...p].length < 8 || [...p].length > 128,
  },
  {
    text: 'A lowercase letter',
    sentence: 'Password must contain a lowercase letter',
    breach: (p) => !/\p{Ll}/u.test(p),
  },
  {
    text: 'An uppercase letter',
    sentence: 'Password must contain an uppercase letter',
    breach: (p) => !/\p{Lu}/u.test(p),
  },
  { text: 'A digit', sentence: 'Password must contain a number', breach: (p) => !/\d/.test(p) },
  {
    text: 'A special character',
    sentence: 'Password must contain a special character',
    breach: (p) => !/[^\p{L}\d\s]/u.test(p),
  },
  {
    text: 'No common word',
    sentence: 'Password must not contain a common word such as "password" or "welcome"',
    breach: (p) => WEAK_WORD.exec(p)?.[0],
  },
  {
    text: 'No run such as 123 or abc',
    sentence: 'Password must not contain runs such as 123 or abc',
    breach: runIn,
  },
  {
    text: 'No character three times in a row',
    sentence: 'Password must not contain the same character three times in a row',
    breach: (p) => /(.)\1\1/su.exec(p)?.[0],
  },
]

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
