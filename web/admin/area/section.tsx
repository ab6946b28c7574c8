import { Children, type ReactNode, useId } from 'react'
import styles from './section.module.css'

type SectionProps = {
  title: string
  empty: ReactNode
  children: ReactNode
}

export function Section({ title, empty, children }: SectionProps) {
  const id = useId()
  const count = Children.count(children)
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className={styles.count}>{count}</span>
      </h2>
      {count > 0 ? <div className={styles.cards}>{children}</div> : <p className={styles.empty}>{empty}</p>}
    </section>
  )
}
