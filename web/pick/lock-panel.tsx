import type { OwnPick } from '../../api/contract/picks.ts'
import { ownZone } from '../browser/formats.ts'
import { useTimeLeft } from '../locking.ts'
import { Hint } from '../ui/layout.tsx'
import { Time } from '../ui/name.tsx'
import { formatInZone, formatMoment, formatTimeLeft } from './moment.ts'
import styles from './pick-page.module.css'

type LockPanelProps = {
  pick: OwnPick
  clockAheadMs: number
  /** The countdown has ended; only the server decides when the round is locked. */
  isLocking: boolean
}

const soonMs = 3_600_000

export function LockPanel({ pick, clockAheadMs, isLocking }: LockPanelProps) {
  const { round, closed, lockedAt, lockChanges, cancelled } = pick
  const leftMs = useTimeLeft(round.lockTime, clockAheadMs)
  const over = closed !== null
  const shown = lockedAt ?? round.lockTime
  const here = ownZone()
  const elsewhere = here && here !== round.timezone && formatMoment(shown)
  const there = formatInZone(shown, round.offsets)
  const moved = lockedAt === null ? lockChanges.at(-1) : undefined
  return (
    <section
      className={styles.panel}
      data-tone={over || leftMs < soonMs ? 'warning' : 'success'}
      aria-label="Lock time"
    >
      <div>
        <Hint>{lockedAt ? 'Locked since' : over ? 'Lock time' : 'Picks lock'}</Hint>
        <strong>
          <Time of={shown}>{there}</Time>
        </strong>
        {elsewhere && elsewhere !== there && (
          <Hint>
            <Time of={shown}>{elsewhere}</Time> where you are
          </Hint>
        )}
        <Hint role="status">
          {moved && `Moved by an admin, was ${formatInZone(moved.from, round.offsets)}`}
        </Hint>
      </div>
      <div>
        <Hint>{cancelled ? 'The sport is' : over ? 'Picks are' : 'Time left'}</Hint>
        <p className={styles.count} role="timer" translate={over || cancelled ? undefined : 'no'}>
          {cancelled
            ? 'Cancelled'
            : isLocking
              ? 'Locking…'
              : over
                ? lockedAt
                  ? 'Locked'
                  : 'Closed'
                : formatTimeLeft(leftMs)}
        </p>
      </div>
    </section>
  )
}
