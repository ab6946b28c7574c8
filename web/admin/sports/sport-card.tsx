import type { RoundList } from '#api/contract/rounds'
import { RoundBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ItemCard } from '../area/item-card.tsx'
import { formatDistance, formatLockTime } from '../calendar.ts'
import { PickedList } from './picked-list.tsx'
import type { SportDeed } from './sport-dialog.tsx'
import { SportResult } from './sport-result.tsx'

type SportCardProps = {
  round: RoundList[number]
  /** A sport of an ended season takes no changes. */
  ended: boolean
  onAct: (deed: SportDeed) => void
}

const deeds = {
  draft: { deed: 'activate', text: 'Activate & Send Links', variant: 'primary' },
  active: { deed: 'lock', text: 'Lock Now', variant: 'secondary' },
  locked: { deed: 'complete', text: 'Complete & Score', variant: 'primary' },
  completed: { deed: 'unlock', text: 'Unlock', variant: 'secondary' },
} as const

export function SportCard({ round, ended, onAct }: SportCardProps) {
  const { deed, text, variant } = deeds[round.status]
  return (
    <ItemCard
      title={round.sport_name}
      badge={<RoundBadge status={round.status} />}
      facts={
        <>
          <p>
            <LockTime round={round} />
          </p>
          <p>{pickTypeText(round)}</p>
        </>
      }
      actions={
        !ended && (
          <Button
            variant={variant}
            size="small"
            aria-label={`${text}: ${round.sport_name}`}
            onClick={() => onAct(deed)}
          >
            {text}
          </Button>
        )
      }
    >
      {round.status === 'completed' && <SportResult round={round} />}
      {round.status !== 'draft' && <PickedList round={round} />}
    </ItemCard>
  )
}

function LockTime({ round: { status, lock_time, timezone } }: { round: RoundList[number] }) {
  const over = status === 'locked' || status === 'completed'
  return (
    <>
      {over ? 'Lock time' : 'Locks'}{' '}
      <strong>
        <time dateTime={lock_time}>{formatLockTime(lock_time, timezone)}</time>
      </strong>
      {status === 'active' && ` · ${formatDistance(lock_time)}`}
    </>
  )
}

function pickTypeText({ pick_type, num_write_in_picks }: RoundList[number]) {
  if (pick_type === 'single') return 'Single pick from a list of teams'
  const count = num_write_in_picks ?? 1
  return count === 1 ? 'One write-in pick' : `${count} write-in picks`
}
