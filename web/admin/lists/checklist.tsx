import { useDeferredValue, useId, useState } from 'react'
import { search } from '../../search.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { Hint } from '../../ui/layout.tsx'
import styles from './lists.module.css'

/** From so many on, one is found faster by typing. */
const searchedFrom = 15

type ChecklistProps = {
  label: string
  noun: string
  items: readonly { id: number; name: string; hint?: string | undefined }[]
  selectAll: string
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

export function Checklist({ label, noun, items, selectAll, chosen, onChange }: ChecklistProps) {
  const id = useId()
  const [wanted, setWanted] = useState('')
  const shown = search(items, useDeferredValue(wanted), ({ name }) => name)
  const ticked = new Set(chosen)
  const isAll = shown.length > 0 && shown.every((item) => ticked.has(item.id))
  const isNarrowed = shown.length < items.length
  const toggleShown = () => {
    const ids = new Set(shown.map((item) => item.id))
    onChange([...chosen.filter((itemId) => !ids.has(itemId)), ...(isAll ? [] : ids)])
  }
  const toggle = (itemId: number) =>
    onChange(ticked.has(itemId) ? chosen.filter((other) => other !== itemId) : [...chosen, itemId])
  return (
    <fieldset className={styles.list} aria-labelledby={id}>
      <div className={styles.head}>
        <Hint as="span" id={id}>
          <strong>{label}</strong>{' '}
          <span role="status">
            {chosen.length} of {items.length} chosen
          </span>
        </Hint>
        <SmallButton variant="quiet" disabled={shown.length === 0} onClick={toggleShown}>
          {isAll ? `Select None${isNarrowed ? ' Shown' : ''}` : isNarrowed ? 'Select All Shown' : selectAll}
        </SmallButton>
      </div>
      {items.length >= searchedFrom && (
        <div className={styles.search}>
          <TextInput
            label={`Search ${noun}`}
            type="search"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            // In a form, Enter would send it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      )}
      <div className={styles.boxes}>
        {shown.map((item) => (
          <Checkbox
            key={item.id}
            label={item.name}
            hint={item.hint}
            checked={ticked.has(item.id)}
            onChange={() => toggle(item.id)}
          />
        ))}
        {shown.length === 0 && <Hint size="m">Nothing found.</Hint>}
      </div>
    </fieldset>
  )
}
