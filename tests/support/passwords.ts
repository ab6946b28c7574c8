import { scryptPasswords } from '../../commands/accounts/passwords.ts'

/** As cheap as scrypt gets: what is in force takes half a second a time. */
export const CHEAP = { log2N: 4, r: 8, p: 1 }

export const cheapPasswords = () => scryptPasswords(CHEAP)
