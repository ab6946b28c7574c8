import type { ReactNode } from 'react'
import styles from './area.module.css'

type PageHeadProps = {
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
}

export function PageHead({ title, text, actions }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
