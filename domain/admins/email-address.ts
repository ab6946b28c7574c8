/** Loose on purpose: only a mail that arrives proves an address. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
}

/** Compared here and not in the database: databases lower some letters differently, such as the Turkish İ. */
export const comparableAddress = (email: string): string => email.toLowerCase()
