import { RowHead } from '../../ui/table/table.tsx'
import type { Selection } from './item-list.tsx'
import styles from './lists.module.css'

export function SelectableName({ id, name, selected, onToggle }: Selection & { id: number; name: string }) {
  if (!onToggle) return <RowHead>{name}</RowHead>
  return (
    <RowHead>
      <label className={styles.name}>
        <input type="checkbox" checked={selected} onChange={() => onToggle(id)} />
        {name}
      </label>
    </RowHead>
  )
}
