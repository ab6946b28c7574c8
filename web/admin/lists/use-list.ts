import { useDeferredValue, useMemo, useState } from 'react'
import { search } from '../../search.ts'
import { useGrowingCount } from '../../ui/table/growing-count.ts'

export type ListOptions<Item> = {
  wordsOf: (item: Item) => string
  /** By their names on the screen. The first takes everything. */
  filters: Record<string, (item: Item) => boolean>
  /** The filter to begin with, if it is not the first. */
  shown?: string | undefined
  /** The first leaves the order of the server. */
  orders: Record<string, (left: Item, right: Item) => number>
  /** Without it all can be selected. */
  selectable?: (item: Item) => boolean
}

export type List<Item extends { id: number }> = ReturnType<typeof useList<Item>>

/** What is shown of a long list, and what is selected in it. Typing never waits for the rows. */
export function useList<Item extends { id: number }>(
  items: readonly Item[],
  { wordsOf, filters, shown, orders, selectable = everything }: ListOptions<Item>,
) {
  const [wanted, setWanted] = useState('')
  const [filter, setFilter] = useState(shown && shown in filters ? shown : (Object.keys(filters)[0] ?? ''))
  const [order, setOrder] = useState(Object.keys(orders)[0] ?? '')
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const typed = useDeferredValue(wanted)
  const found = useMemo(() => {
    const sorted = items.filter(filters[filter] ?? everything).sort(orders[order] ?? (() => 0))
    return search(sorted, typed, wordsOf)
  }, [items, filters, filter, orders, order, typed, wordsOf])
  const counts = useMemo(() => countsOf(items, filters), [items, filters])
  const rows = found.slice(0, useGrowingCount(found.length))
  return {
    ...{ wanted, setWanted, filter, setFilter, order, setOrder, setSelected },
    ...{ counts, orders: Object.keys(orders) },
    ...{ found, rows, total: items.length, offered: found.filter(selectable) },
    selected: items.filter((item) => selected.has(item.id) && selectable(item)),
  }
}

const everything = () => true

const countsOf = <Item>(items: readonly Item[], filters: Record<string, (item: Item) => boolean>) =>
  Object.entries(filters).map(([name, takes]) => ({ name, count: items.filter(takes).length }))

export function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}
