import { withoutUnseen } from '../../domain/names.ts'
import { HttpRefusal } from './problems.ts'

/** Taken to the letter: a space in a password belongs to it. */
const VERBATIM = new Set(['password', 'currentPassword', 'newPassword', 'token'])

/** What is pasted from a web page may bring characters that nobody sees, and that no mail server takes. */
const ADDRESSES = new Set(['email', 'newEmail'])

const DEPTH_MAX = 8

/**
 * Trims what people type, empties what shows nothing, and refuses text that no database and no mail can carry. Works on the
 * parsed body before it is validated, so that lengths count what is kept.
 */
export function tidyBody(value: unknown, field = '', depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new HttpRefusal(400, 'The request is nested too deeply')
  if (typeof value === 'string') return tidyText(value, field)
  if (Array.isArray(value)) return value.map((item) => tidyBody(item, field, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidyBody(item, key, depth + 1)]))
}

/** The same for the query of an address. */
export function refuseUnstorable(query: unknown): void {
  for (const text of Object.values(query ?? {})) refuseText(`${text}`)
}

function refuseText(text: string) {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new HttpRefusal(400, 'The text contains characters that cannot be stored')
  }
}

function tidyText(text: string, field: string): string {
  refuseText(text)
  if (VERBATIM.has(field)) return text
  const seen = withoutUnseen(text).trim()
  return seen === '' || ADDRESSES.has(field) ? seen : text.trim()
}
