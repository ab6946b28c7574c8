import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { ownZone } from '../browser/formats.ts'
import { Hint } from '../ui/layout.tsx'
import { Time } from '../ui/name.tsx'
import { formatMoment, formatTimeLeft } from './moment.ts'
import styles from './pick-page.module.css'

type LockPanelProps = {
  pick: OwnPick
  clockAheadMs: number
  /** The countdown has ended; only the server decides whether the round is locked. */
  onLockTime: () => void
}

const soonMs = 3_600_000

export function LockPanel({ pick, clockAheadMs, onLockTime }: LockPanelProps) {
  const { round, closed, lockedAt, lockChanges, cancelled } = pick
  const now = useNow()
  const leftMs = Date.parse(round.lockTime) - (now + clockAheadMs)
  const over = closed !== null || leftMs <= 0
  const ask = useEffectEvent(onLockTime)
  useEffect(() => {
    if (over) ask()
  }, [over])
  const shown = lockedAt ?? round.lockTime
  const elsewhere = ownZone() && formatMoment(shown)
  const there = formatMoment(shown, round.timezone)
  const moved = lockedAt === null ? lockChanges.at(-1) : undefined
  return (
    <section
      className={styles.panel}
      data-tone={over || leftMs < soonMs ? 'warning' : 'success'}
      aria-label="Lock time"
    >
      <div>
        <Hint>{lockedAt ? 'Locked since' : cancelled ? 'Lock time' : 'Picks lock'}</Hint>
        <strong>
          <Time of={shown}>{there}</Time>
        </strong>
        {elsewhere && elsewhere !== there && (
          <Hint>
            <Time of={shown}>{elsewhere}</Time> where you are
          </Hint>
        )}
        <Hint role="status">
          {moved && `Moved by an admin, was ${formatMoment(moved.from, round.timezone)}`}
        </Hint>
      </div>
      <div>
        <Hint>{cancelled ? 'The sport is' : over ? 'Picks are' : 'Time left'}</Hint>
        <p className={styles.count} role="timer" translate={over || cancelled ? undefined : 'no'}>
          {cancelled
            ? 'Cancelled'
            : over
              ? closed === null || lockedAt
                ? 'Locked'
                : 'Closed'
              : formatTimeLeft(leftMs)}
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
