import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import styles from './checklist.module.css'

type ChecklistProps = {
  label: string
  items: readonly { id: number; name: string; hint?: string | undefined }[]
  /** What the button for all of them says. */
  selectAll: string
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

export function Checklist({ label, items, selectAll, chosen, onChange }: ChecklistProps) {
  const id = useId()
  const isAll = chosen.length === items.length
  const toggle = (itemId: number) =>
    onChange(chosen.includes(itemId) ? chosen.filter((other) => other !== itemId) : [...chosen, itemId])
  return (
    <fieldset className={styles.list} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={styles.label} id={id}>
          {label}{' '}
          <span className={styles.count}>
            {chosen.length} of {items.length}
          </span>
        </span>
        <Button
          variant="quiet"
          size="small"
          onClick={() => onChange(isAll ? [] : items.map((item) => item.id))}
        >
          {isAll ? 'Select none' : selectAll}
        </Button>
      </div>
      <div className={styles.boxes}>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            label={item.name}
            hint={item.hint}
            checked={chosen.includes(item.id)}
            onChange={() => toggle(item.id)}
          />
        ))}
      </div>
    </fieldset>
  )
}
