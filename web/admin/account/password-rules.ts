/** A text is the part of the password that breaks the rule. */
type Breach = boolean | string | undefined
type PasswordRule = { text: string; sentence: string; breach: (password: string) => Breach }

const weakWord = /password|passwort|qwerty|letmein|welcome|admin|iloveyou|monkey|dragon/i

/** A copy of the server's rules. A test compares the two, and the server decides. */
export const passwordRules: PasswordRule[] = [
  {
    text: '8 to 128 characters',
    sentence: 'Password must be 8 to 128 characters',
    breach: (password) => [...password].length < 8 || [...password].length > 128,
  },
  {
    text: 'A lowercase letter',
    sentence: 'Password must contain a lowercase letter',
    breach: (password) => !/\p{Ll}/u.test(password),
  },
  {
    text: 'An uppercase letter',
    sentence: 'Password must contain an uppercase letter',
    breach: (password) => !/\p{Lu}/u.test(password),
  },
  {
    text: 'A digit',
    sentence: 'Password must contain a number',
    breach: (password) => !/\d/.test(password),
  },
  {
    text: 'A special character',
    sentence: 'Password must contain a special character',
    breach: (password) => !/[^\p{L}\d\s]/u.test(password),
  },
  {
    text: 'No common word',
    sentence: 'Password must not contain a common word such as "password" or "welcome"',
    breach: (password) => weakWord.exec(password)?.[0],
  },
  {
    text: 'No run such as 123 or abc',
    sentence: 'Password must not contain runs such as 123 or abc',
    breach: (password) => runIn(password),
  },
  {
    text: 'No character three times in a row',
    sentence: 'Password must not contain the same character three times in a row',
    breach: (password) => /(.)\1\1/su.exec(password)?.[0],
  },
]

/** True, or the first broken rule. */
export function checkPassword(password: string): string | true {
  for (const { sentence, breach } of passwordRules) {
    const found = breach(password)
    if (found) return typeof found === 'string' ? `${sentence}: it contains "${found}"` : sentence
  }
  return true
}

const UNEQUAL = 'Passwords do not match'

/** What a second input asks for that repeats a password. */
export const repeated = <Name extends string>(name: Name) => ({
  needed: UNEQUAL,
  check: (value: string, values: Partial<Record<Name, string>>) => value === values[name] || UNEQUAL,
})

export const passwordNeeded = passwordRules[0]?.sentence

/** Three letters or digits in sequence, up or down. */
function runIn(password: string): string | undefined {
  const characters = [...password]
  const start = characters.findIndex((first, index) => {
    const [second = '', third = ''] = characters.slice(index + 1)
    const step = stepBetween(first, second)
    return Math.abs(step) === 1 && stepBetween(second, third) === step
  })
  return start === -1 ? undefined : characters.slice(start, start + 3).join('')
}

const stepBetween = (one: string, next: string) =>
  /^[a-z\d]{2}$/i.test(one + next) ? next.toLowerCase().charCodeAt(0) - one.toLowerCase().charCodeAt(0) : 0
