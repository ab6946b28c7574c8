import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Row } from '../../ui/layout.tsx'
import styles from './lists.module.css'
import type { List } from './use-list.ts'

type ListToolsProps = { list: List<{ id: number }>; noun: string; selectable?: boolean }

export function ListTools({ list, noun, selectable = true }: ListToolsProps) {
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
        <Row justify="space-between">
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
export function SelectionBar({ list: { selected, setSelected }, children }: SelectionBarProps) {
  if (selected.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Selection">
      <strong role="status">{selected.length} selected</strong>
      {children}
      <Button variant="quiet" size="small" onClick={() => setSelected(new Set())}>
        Select none
      </Button>
    </section>
  )
}
