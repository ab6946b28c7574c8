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
        // On a phone the rows of a table say what it is.
        <header className={styles.head} data-phone={flush === 'table' ? 'unseen' : undefined}>
          {title && <h2 id={id}>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
