import { type ReactNode, useCallback } from 'react'
import { useKept } from '../../draft.ts'
import { SmallButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Checkbox, Select, TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Row } from '../../ui/layout.tsx'
import { Table } from '../../ui/table/table.tsx'
import { type Command, CommandDialog } from '../command/command-dialog.tsx'
import styles from './lists.module.css'
import { type List, type ListOptions, toggled, useList } from './use-list.ts'

export type Selection = {
  selected: boolean
  /** Missing where nothing can be selected. */
  onToggle: ((id: number) => void) | undefined
}

type ItemListProps<Item> = ListOptions<Item> & {
  items: readonly Item[]
  noun: string
  label: string
  columns: string[]
  row: (item: Item, selection: Selection) => ReactNode
  head?: ReactNode
  /** What can be done with those that are selected, by what the button says. Without any, nothing is selected. */
  bulk?: Record<string, (items: readonly Item[]) => Command> | undefined
}

/** A long list to search, filter and sort, and to select from. */
export function ItemList<Item extends { id: number }>({
  items,
  noun,
  label,
  columns,
  row,
  head,
  bulk,
  ...options
}: ItemListProps<Item>) {
  const list = useList(items, options)
  const [asked, setAsked] = useKept<{ text: string; ids: number[] } | null>(`bulk ${label}`, null)
  const command = asked && bulk?.[asked.text]?.(items.filter(({ id }) => asked.ids.includes(id)))
  const { setSelected } = list
  const toggle = useCallback((id: number) => setSelected((now) => toggled(now, id)), [setSelected])
  const selected = new Set(list.selected.map(({ id }) => id))
  return (
    <>
      <ListTools list={list} noun={noun} head={head} selectable={bulk !== undefined} />
      {list.found.length === 0 ? (
        <EmptyState title={`No ${noun} found.`} />
      ) : (
        <Table label={label} columns={columns}>
          {list.rows.map((item) => row(item, { selected: selected.has(item.id), onToggle: bulk && toggle }))}
        </Table>
      )}
      <SelectionBar list={list}>
        {Object.keys(bulk ?? {}).map((text) => (
          <SmallButton key={text} onClick={() => setAsked({ text, ids: list.selected.map(({ id }) => id) })}>
            {text}
          </SmallButton>
        ))}
      </SelectionBar>
      {command && (
        <CommandDialog {...command} onDone={() => setSelected(new Set())} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

type ListToolsProps = { list: List<{ id: number }>; noun: string; head: ReactNode; selectable: boolean }

function ListTools({ list, noun, head, selectable }: ListToolsProps) {
  const { found, offered, total, selected, setSelected } = list
  const selectedIds = new Set(selected.map(({ id }) => id))
  const isAll = offered.length > 0 && offered.every(({ id }) => selectedIds.has(id))
  return (
    <div className={styles.tools}>
      <TextInput
        label={`Search ${noun}`}
        type="search"
        autoComplete="off"
        value={list.wanted}
        onChange={(event) => list.setWanted(event.target.value)}
      />
      <Select label="Show" value={list.filter} onChange={(event) => list.setFilter(event.target.value)}>
        {list.counts.map(({ name, count }) => (
          <option key={name} value={name}>
            {name} ({count})
          </option>
        ))}
      </Select>
      <Select label="Sort by" value={list.order} onChange={(event) => list.setOrder(event.target.value)}>
        {list.orders.map((order) => (
          <option key={order}>{order}</option>
        ))}
      </Select>
      <div className={styles.sum}>
        <Row justify="space-between" grows={head !== undefined}>
          {head}
          {selectable && (
            <Checkbox
              label="Select all shown"
              checked={isAll}
              disabled={offered.length === 0}
              onChange={() => setSelected(new Set(isAll ? [] : offered.map(({ id }) => id)))}
            />
          )}
          <Hint role="status">
            {found.length === total ? `${total} ${noun}` : `${found.length} of ${total} shown`}
          </Hint>
        </Row>
      </div>
    </div>
  )
}

type SelectionBarProps = { list: List<{ id: number }>; children: ReactNode }

/** Stays at the edge of the screen while somebody selects more. */
function SelectionBar({ list: { selected, setSelected }, children }: SelectionBarProps) {
  if (selected.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Selection">
      <strong role="status">{selected.length} selected</strong>
      {children}
      <SmallButton onClick={() => setSelected(new Set())}>Select None</SmallButton>
    </section>
  )
}
