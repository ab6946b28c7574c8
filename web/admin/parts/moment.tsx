import { formatDay, formatMoment } from '../calendar.ts'
import styles from './area.module.css'

export function Day({ of }: { of: string }) {
  return (
    <time translate="no" className={styles.moment} dateTime={of}>
      {formatDay(of)}
    </time>
  )
}

export function Moment({ of }: { of: string }) {
  return (
    <time translate="no" className={styles.moment} dateTime={of}>
      {formatMoment(of)}
    </time>
  )
}
