import { comparable } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'

const READERS_MAX = 5

/** Who gets one mail: those who share an address. */
export function recipients(players: readonly PresentPlayer[]): NotEmpty<PresentPlayer>[] {
  const reachable = players
    .filter(({ email }) => email !== null)
    .toSorted((one, other) => one.playerId - other.playerId)
  const byAddress = groupedBy(reachable, ({ email }) => comparable(email ?? ''))
  return byAddress.flatMap((players) => inParts(players, READERS_MAX))
}

export type NotEmpty<Item> = [Item, ...Item[]]

export function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, NotEmpty<Item>> {
  const groups = new Map<Key, NotEmpty<Item>>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

export const groupedBy = <Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown) => [
  ...grouped(items, keyOf).values(),
]

export function inParts<Item>(items: readonly Item[], itemsMax: number): NotEmpty<Item>[] {
  return groupedBy(items.entries(), ([index]) => Math.floor(index / itemsMax)).map(
    (part) => part.map(([, item]) => item) as NotEmpty<Item>,
  )
}
