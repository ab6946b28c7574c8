import type { ComponentProps, ReactNode } from 'react'
import styles from './table.module.css'

type TableProps = {
  label: string
  columns: string[]
  children: ReactNode
}

/** Its head stays in view. On a narrow screen each row has two lines. */
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
  actions?: boolean
  /** On a narrow screen: under the name instead of next to it, or not at all. */
  narrow?: 'below' | 'hidden' | undefined
  children: ReactNode
}

export function Cell({ actions = false, narrow, children }: CellProps) {
  return (
    <td data-actions={actions} data-narrow={narrow}>
      {actions ? <div className={styles.actions}>{children}</div> : children}
    </td>
  )
}
