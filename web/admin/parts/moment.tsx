import { formatDay, formatMoment } from '../calendar.ts'
import styles from './area.module.css'

const timeIn = (format: (instant: string) => string) =>
  function TimeOf({ of }: { of: string }) {
    return (
      <time translate="no" className={styles.moment} dateTime={of}>
        {format(of)}
      </time>
    )
  }

export const Day = timeIn(formatDay)

export const Moment = timeIn(formatMoment)
