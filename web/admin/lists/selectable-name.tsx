import { RowHead } from '../../ui/table/table.tsx'
import styles from './lists.module.css'

type SelectableNameProps = { name: string; selected: boolean; onToggle: (() => void) | null }

export function SelectableName({ name, selected, onToggle }: SelectableNameProps) {
  if (!onToggle) return <RowHead>{name}</RowHead>
  return (
    <RowHead>
      <label className={styles.name}>
        <input type="checkbox" checked={selected} onChange={onToggle} />
        {name}
      </label>
    </RowHead>
  )
}
