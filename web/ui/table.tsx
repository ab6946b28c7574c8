import type { ReactNode } from 'react'
import styles from './table.module.css'

type TableProps = {
  label: string
  columns: string[]
  children: ReactNode
}

/** Becomes stacked rows on a narrow screen. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={styles.rowHead}>
      {children}
    </th>
  )
}

type CellProps = {
  /** The column's name, shown next to the value on a narrow screen. */
  label?: string
  actions?: boolean
  children: ReactNode
}

export function Cell({ label, actions = false, children }: CellProps) {
  return (
    <td data-label={label} data-actions={actions}>
      {actions ? <div className={styles.actions}>{children}</div> : children}
    </td>
  )
}
