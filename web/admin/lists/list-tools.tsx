import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select, TextInput } from '../../ui/inputs.tsx'
import styles from './list-tools.module.css'
import type { List } from './use-list.ts'

type ListToolsProps = { list: List<{ id: number }>; noun: string; selectable?: boolean }

export function ListTools({ list, noun, selectable = true }: ListToolsProps) {
  const { found, total, selected, setSelected } = list
  const isAll = found.length > 0 && found.every(({ id }) => selected.some((one) => one.id === id))
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <TextInput
          label={`Search ${noun}`}
          type="search"
          autoComplete="off"
          value={list.wanted}
          onChange={(event) => list.setWanted(event.target.value)}
        />
      </div>
      <Choice label="Show" options={list.filters} value={list.filter} onChange={list.setFilter} />
      <Choice label="Sort by" options={list.orders} value={list.order} onChange={list.setOrder} />
      <div className={styles.sum}>
        {selectable && (
          <Checkbox
            label="Select all shown"
            checked={isAll}
            disabled={found.length === 0}
            onChange={() => setSelected(new Set(isAll ? [] : found.map(({ id }) => id)))}
          />
        )}
        <p role="status">
          {found.length === total ? `${total} ${noun}` : `${found.length} of ${total} shown`}
        </p>
      </div>
    </div>
  )
}

type ChoiceProps = {
  label: string
  options: readonly string[]
  value: string
  onChange: (option: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
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
