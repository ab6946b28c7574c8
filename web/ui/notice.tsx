import type { ReactNode } from 'react'
import type { Tone } from '../notices.ts'
import styles from './notice.module.css'

type NoticeProps = { tone?: Tone; title?: string; action?: ReactNode; children?: ReactNode }

/** A screen reader reads bad news at once, other news in a pause. */
export function Notice({ tone = 'info', title, action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
