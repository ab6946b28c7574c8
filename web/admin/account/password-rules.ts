import { brokenRule } from '../../../domain/admins/password-rules.ts'
import { PASSWORD_REFUSALS } from '../../../domain/refusals/accounts.ts'

/** True, or the first broken rule. */
export function checkPassword(password: string): string | true {
  const broken = brokenRule(password)
  if (broken === null) return true
  const [, sentence] = PASSWORD_REFUSALS[broken.code]
  return sentence({ field: 'password', ...broken })
}

const UNEQUAL = 'Passwords do not match'

/** What a second input asks for that repeats a password. */
export const repeated = <Name extends string>(name: Name) => ({
  needed: UNEQUAL,
  check: (value: string, values: Partial<Record<Name, string>>) => value === values[name] || UNEQUAL,
})

export const passwordNeeded = PASSWORD_REFUSALS['password-length'][1]({ field: 'password' })
