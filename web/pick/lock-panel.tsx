import { useEffect, useEffectEvent, useState } from 'react'
import type { PickInvitation } from '#api/contract/picks'
import styles from './lock-panel.module.css'
import { formatMoment, formatTimeLeft } from './moment.ts'

type LockPanelProps = {
  round: PickInvitation['round']
  clockAheadMs: number
  locked: boolean
  /** Our count has run out; whether the round is locked is for the server to say. */
  onLockTime: () => void
}

const soonMs = 3_600_000

export function LockPanel({ round, clockAheadMs, locked, onLockTime }: LockPanelProps) {
  const now = useNow()
  const leftMs = Date.parse(round.lockTime) - (now + clockAheadMs)
  const over = locked || leftMs <= 0
  const ask = useEffectEvent(onLockTime)
  useEffect(() => {
    if (over) ask()
  }, [over])
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const elsewhere = formatMoment(round.lockTime, here)
  const there = formatMoment(round.lockTime, round.timezone)
  return (
    <section
      className={styles.panel}
      data-state={over ? 'over' : leftMs < soonMs ? 'soon' : 'open'}
      aria-label="Lock time"
    >
      <div className={styles.when}>
        <p className={styles.label}>
          {over ? (leftMs > 0 ? 'Locked early, planned for' : 'Locked since') : 'Picks lock'}
        </p>
        <p className={styles.moment}>
          <time dateTime={round.lockTime}>{there}</time>
        </p>
        {elsewhere !== there && <p className={styles.elsewhere}>{elsewhere} where you are</p>}
      </div>
      <div className={styles.left}>
        <p className={styles.label}>{over ? 'Time is up' : 'Time left'}</p>
        <p className={styles.count} role="timer">
          {over ? 'Locked' : formatTimeLeft(leftMs)}
        </p>
      </div>
    </section>
  )
}

function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
