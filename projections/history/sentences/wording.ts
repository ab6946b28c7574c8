import { listed } from '../../../domain/names.ts'

export type Change = { field: string; before: string; after: string }

/** Follows the name of the person who did it. */
export type Action = { words: string; changes: readonly Change[] }

export const action = (words: string, changes: readonly Change[] = []): Action => ({ words, changes })

/** `of` is the owner with its preposition: ` of Football`. */
export function changed(of: string, changes: readonly Change[]): Action {
  const parts = changes.map(({ field, before, after }) => `the ${field}${of} from ${before} to ${after}`)
  return action(`changed ${listed(parts)}`, changes)
}

export function differences<T extends object>(
  before: T,
  after: T,
  fields: { [K in keyof T]: { field: string; words: (value: T[K]) => string } },
): Change[] {
  const keys = Object.keys(fields) as (keyof T)[]
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => {
      const { field, words } = fields[key]
      return { field, before: words(before[key]), after: words(after[key]) }
    })
}

export function listedShort(parts: readonly string[], max = 8): string {
  if (parts.length <= max + 1) return listed(parts, 'nothing')
  return listed([...parts.slice(0, max), `${parts.length - max} more`])
}

export const quoted = (text: string | null) => (text ? `“${text}”` : 'none')
