import type { Hall } from '../../api/contract/hall.ts'
import { compareTexts } from '../browser/formats.ts'

/** Players are told apart by their ids, because two may have one name. Names without an id are told apart as they are. */
export function titleHolders(plates: Hall['champions']) {
  const holders = new Map<number | string, { name: string; userId: number | null; titles: number }>()
  for (const { names, userIds } of plates) {
    for (const [at, name] of names.entries()) {
      const userId = userIds[at] ?? null
      const person = userId ?? name.toLowerCase()
      holders.set(person, { name, userId, titles: (holders.get(person)?.titles ?? 0) + 1 })
    }
  }
  return [...holders.values()].toSorted((a, b) => b.titles - a.titles || compareTexts(a.name, b.name))
}
