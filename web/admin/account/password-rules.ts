import { brokenRule, PASSWORD_RULES, toldToWriter } from '../../../domain/admins/password-rules.ts'

/** True, or the first broken rule. */
export function checkPassword(password: string): string | true {
  const broken = brokenRule(password)
  return broken ? toldToWriter(broken) : true
}

const UNEQUAL = 'Passwords do not match'

/** What a second input asks for that repeats a password. */
export const repeated = <Name extends string>(name: Name) => ({
  needed: UNEQUAL,
  check: (value: string, values: Partial<Record<Name, string>>) => value === values[name] || UNEQUAL,
})

export const passwordNeeded = PASSWORD_RULES[0]?.sentence
