import type { ReactNode } from 'react'
import styles from './table.module.css'

type TableProps = {
  /** What the table lists, for screen readers. */ label: string
  columns: string[]
  children: ReactNode
}

/** A table that turns into stacked rows on a narrow screen. */
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

/** The cell that names its row. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={styles.rowHead}>
      {children}
    </th>
  )
}

type CellProps = {
  /** The column's name, shown beside the value on a narrow screen. */
  label?: string
  /** Buttons instead of a value. */
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
