import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

type CardProps = {
  title?: ReactNode
  aside?: ReactNode
  /** Lets a table or a chart reach the card's edges. */
  flush?: boolean | 'table'
  children: ReactNode
}

export function Card({ title, aside, flush = false, children }: CardProps) {
  const id = useId()
  return (
    <section className={styles.card} data-flush={flush} aria-labelledby={title ? id : undefined}>
      {(title || aside) && (
        <header className={styles.head}>
          {title && <h2 id={id}>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
