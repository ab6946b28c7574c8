import type { ReactNode } from 'react'
import styles from './card.module.css'
import { Card } from './card.tsx'

type EmptyStateProps = { title: string; action?: ReactNode; children?: ReactNode }

export function EmptyState({ title, action, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  )
}

/** Where nothing else is on the screen. */
export const EmptyCard = (props: EmptyStateProps) => (
  <Card>
    <EmptyState {...props} />
  </Card>
)
