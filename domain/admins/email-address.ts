import { withoutUnseen } from '../names.ts'

/** Loose on purpose: only a mail that arrives proves an address. */
export function isEmailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    withoutUnseen(text) === text &&
    /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(text)
  )
}
