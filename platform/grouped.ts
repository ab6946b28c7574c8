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
