import { withoutUnseen } from '../search.ts'

/** What a reader sees of it, and can type: the server takes texts that differ in nothing else for the same. */
export const visible = (text: string): string =>
  withoutUnseen(text).normalize('NFKC').replace(/\s+/g, ' ').trim()

/** Of addresses in any case. */
export const comparableAddress = (address: string): string => visible(address).toLowerCase()

export const sameAddress = (one: string, other: string): boolean =>
  comparableAddress(one) === comparableAddress(other)
