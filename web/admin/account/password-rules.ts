type PasswordRule = { text: string; sentence: string; holds: (password: string) => boolean }

const weakWords = [
  'password',
  'passwort',
  'qwerty',
  'letmein',
  'welcome',
  'admin',
  'iloveyou',
  'monkey',
  'dragon',
]

/** A copy of the server's rules. A test compares the two, and the server decides. */
export const passwordRules: PasswordRule[] = [
  {
    text: '8 to 128 characters',
    sentence: 'Password must be 8 to 128 characters',
    holds: (password) => [...password].length >= 8 && [...password].length <= 128,
  },
  {
    text: 'A lowercase letter',
    sentence: 'Password must contain a lowercase letter',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    text: 'An uppercase letter',
    sentence: 'Password must contain an uppercase letter',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    text: 'A digit',
    sentence: 'Password must contain a number',
    holds: (password) => /\d/.test(password),
  },
  {
    text: 'A special character',
    sentence: 'Password must contain a special character',
    holds: (password) => /[^\p{L}\d\s]/u.test(password),
  },
  {
    text: 'No common word',
    sentence: 'Password must not contain a common word such as "password" or "welcome"',
    holds: (password) => !weakWords.some((word) => password.toLowerCase().includes(word)),
  },
  {
    text: 'No run such as 123 or abc',
    sentence: 'Password must not contain runs such as 123 or abc',
    holds: (password) => !hasRun(password.toLowerCase()),
  },
  {
    text: 'No character three times in a row',
    sentence: 'Password must not contain the same character three times in a row',
    holds: (password) => !/(.)\1\1/su.test(password),
  },
]

/** True, or the first broken rule. */
export const checkPassword = (password: string): string | true =>
  passwordRules.find(({ holds }) => !holds(password))?.sentence ?? true

/** Three letters or digits in sequence, up or down. */
const hasRun = (password: string) =>
  [...password].some((first, index, { [index + 1]: second = '', [index + 2]: third = '' }) => {
    const step = stepBetween(first, second)
    return Math.abs(step) === 1 && stepBetween(second, third) === step
  })

const stepBetween = (one: string, next: string) =>
  /^[a-z\d]{2}$/.test(one + next) ? next.charCodeAt(0) - one.charCodeAt(0) : 0
