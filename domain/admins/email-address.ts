/** Loose on purpose: one @ with something before and behind it; whether mail arrives, only mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
}

/** Two addresses with the same answer are the same one. Databases lower some letters otherwise, such as the Turkish İ. */
export const comparableAddress = (email: string): string => email.toLowerCase()
