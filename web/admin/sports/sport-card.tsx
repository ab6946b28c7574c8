import type { RoundList, RoundStatus } from '../../../api/contract/rounds.ts'
import { RoundSeal } from '../../seal/round-seal.tsx'
import { RoundBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { HistoryLink } from '../area/history-link.tsx'
import { ItemCard } from '../area/item-card.tsx'
import { formatDistance, formatLockTime } from '../calendar.ts'
import { PickedList } from './picked-list.tsx'
import type { SportAction } from './sport-dialog.tsx'
import { SportResult } from './sport-result.tsx'

type SportCardProps = {
  round: RoundList[number]
  ended: boolean
  onAct: (action: SportAction) => void
}

type Offer = { action: SportAction; text: string; variant: 'primary' | 'secondary' | 'quiet' }

const people: Offer = { action: 'people', text: 'Players & Mail', variant: 'secondary' }
const edit: Offer = { action: 'edit', text: 'Edit', variant: 'quiet' }
const remove: Offer = { action: 'delete', text: 'Delete', variant: 'quiet' }

const offers: Record<RoundStatus, Offer[]> = {
  draft: [{ action: 'activate', text: 'Activate & Send Links', variant: 'primary' }, edit, remove],
  active: [
    { action: 'lock', text: 'Lock Now', variant: 'secondary' },
    { action: 'remind', text: 'Send Reminder', variant: 'secondary' },
    people,
    edit,
    remove,
  ],
  locked: [{ action: 'complete', text: 'Complete & Score', variant: 'primary' }, people, edit, remove],
  completed: [
    { action: 'correct', text: 'Correct Result', variant: 'secondary' },
    { action: 'unlock', text: 'Unlock', variant: 'secondary' },
    people,
  ],
}

export function SportCard({ round, ended, onAct }: SportCardProps) {
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
        <>
          {!ended &&
            offers[round.status].map(({ action, text, variant }) => (
              <Button
                key={action}
                variant={variant}
                size="small"
                aria-label={`${text}: ${round.sport_name}`}
                onClick={() => onAct(action)}
              >
                {text}
              </Button>
            ))}
          <HistoryLink of={{ round: round.id }} name={round.sport_name} />
        </>
      }
    >
      {round.status === 'completed' && <SportResult round={round} />}
      {round.completed_before && (
        <Notice tone="warning" title="Unlocked: its result is open">
          Its points do not count until it is completed again.
        </Notice>
      )}
      {round.status !== 'draft' && <PickedList round={round} />}
      {isLocked(round) && <RoundSeal roundId={round.id} />}
    </ItemCard>
  )
}

const isLocked = ({ status }: RoundList[number]) => status === 'locked' || status === 'completed'

function LockTime({ round }: { round: RoundList[number] }) {
  const { status, lock_time, timezone } = round
  return (
    <>
      {isLocked(round) ? 'Lock time' : 'Locks'}{' '}
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
