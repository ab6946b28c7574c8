import { Refusal } from '#domain/refusal'

const WEAK_WORDS = [
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

const RULES: readonly { sentence: string; holds: (password: string) => boolean }[] = [
  {
    sentence: 'Password must be 8 to 128 characters',
    holds: (p) => [...p].length >= 8 && [...p].length <= 128,
  },
  { sentence: 'Password must contain a lowercase letter', holds: (p) => /\p{Ll}/u.test(p) },
  { sentence: 'Password must contain an uppercase letter', holds: (p) => /\p{Lu}/u.test(p) },
  { sentence: 'Password must contain a number', holds: (p) => /\d/.test(p) },
  { sentence: 'Password must contain a special character', holds: (p) => /[^\p{L}\d\s]/u.test(p) },
  {
    sentence: 'Password must not contain a common word such as "password" or "welcome"',
    holds: (p) => !WEAK_WORDS.some((word) => p.toLowerCase().includes(word)),
  },
  { sentence: 'Password must not contain runs such as 123 or abc', holds: (p) => !hasRun(p.toLowerCase()) },
  {
    sentence: 'Password must not contain the same character three times in a row',
    holds: (p) => !/(.)\1\1/su.test(p),
  },
]

/** Throws Refusal with the first rule that is broken, for the field that the password came in. */
export function checkNewPassword(password: string, field: 'newPassword' | 'password' = 'newPassword'): void {
  const broken = RULES.find(({ holds }) => !holds(password))
  if (broken) throw new Refusal('invalid', broken.sentence, field)
}

/** Three letters or digits that follow each other, up or down. */
function hasRun(password: string): boolean {
  const codes = [...password].map((character) => (/[a-z\d]/.test(character) ? character.charCodeAt(0) : NaN))
  return codes.some((code, index) => {
    const next = codes[index + 1] ?? NaN
    const last = codes[index + 2] ?? NaN
    return Math.abs(next - code) === 1 && last - next === next - code
  })
}
