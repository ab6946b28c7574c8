type PasswordRule = { text: string; sentence: string; holds: (password: string) => boolean }

/** What a page can check as it is typed. The server refuses common words and sequences as well. */
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
]

/** True, or the first rule that is broken, in words. */
export const checkPassword = (password: string): string | true =>
  passwordRules.find(({ holds }) => !holds(password))?.sentence ?? true
