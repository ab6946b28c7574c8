import type { ComponentProps, ReactNode } from 'react'
import styles from './table.module.css'

type TableProps = {
  label: string
  columns: string[]
  /** For long lists: the head stays in view, and a narrow screen shows two lines a row. */
  compact?: boolean
  children: ReactNode
}

/** Becomes stacked rows on a narrow screen. */
export function Table({ label, columns, compact = false, children }: TableProps) {
  return (
    <table className={styles.table} aria-label={label} data-compact={compact}>
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

/** Of numbers, each under the other on every screen. */
export const Figures = (props: Omit<ComponentProps<'table'>, 'className'>) => (
  <table {...props} className={styles.figures} />
)

export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className={styles.rowHead} translate="no">
      {children}
    </th>
  )
}

type CellProps = {
  /** The column's name, shown next to the value on a narrow screen. */
  label?: string
  actions?: boolean
  /** Where it is in a row of a compact table on a narrow screen. */
  narrow?: 'below' | 'beside' | 'hidden'
  children: ReactNode
}

export function Cell({ label, actions = false, narrow, children }: CellProps) {
  return (
    <td data-label={label} data-actions={actions} data-narrow={narrow}>
      {actions ? <div className={styles.actions}>{children}</div> : children}
    </td>
  )
}
