import { type ReactNode, useId } from 'react'
import card from '../../ui/card.module.css'
import styles from './area.module.css'

type ItemCardProps = {
  title: string
  badge: ReactNode
  facts: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

export function ItemCard({ title, badge, facts, actions, children }: ItemCardProps) {
  const id = useId()
  return (
    <article className={`${card.card} ${styles.item}`} aria-labelledby={id}>
      <header className={styles.itemCardHead}>
        <h3 id={id} translate="no">
          {title}
        </h3>
        <span className={styles.badge}>{badge}</span>
      </header>
      <div className={styles.facts}>{facts}</div>
      {children}
      {actions && <footer className={styles.itemCardActions}>{actions}</footer>}
    </article>
  )
}
