import type { RoundList, RoundStatus } from '../../../api/contract/rounds.ts'
import { formatInZone } from '../../pick/moment.ts'
import { RoundSeal } from '../../seal/round-seal.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatDistance, formatMoment } from '../calendar.ts'
import { ItemCard } from '../parts/item-card.tsx'
import { PickedList } from './picked-list.tsx'
import { RoundBadge } from './round-badge.tsx'
import { type SportAction, SportMenu, type SportProps } from './sport-menu.tsx'
import { actsAs, hasLockPassed, isPlayed, opensByItself } from './sport-order.ts'

type Asked = { action: SportAction; text: string; variant: 'primary' | 'secondary' }

const asked: Record<Exclude<RoundStatus, 'completed'>, Asked> = {
  draft: { action: 'activate', text: 'Activate & Send Links', variant: 'primary' },
  active: { action: 'lock', text: 'Lock Now', variant: 'secondary' },
  locked: { action: 'complete', text: 'Complete & Score', variant: 'primary' },
}

const itself: Asked = { action: 'opening', text: 'Opens by Itself', variant: 'secondary' }
const back: Asked = { action: 'reinstate', text: 'Reinstate', variant: 'secondary' }

export function SportCard({ round, ended, onAct }: SportProps) {
  const status = actsAs(round)
  const main = ended || status === 'completed' ? null : mainOf(round, status)
  return (
    <ItemCard
      title={round.sport_name}
      badge={<RoundBadge round={round} />}
      facts={
        <>
          <p>
            <LockTime round={round} />
          </p>
          {round.opens_at && opensByItself(round) && (
            <p>Opens on {formatInZone(round.opens_at, round.offsets)}</p>
          )}
          <p>{pickTypeText(round)}</p>
          {round.tie_break && (
            <p>
              Tie-break question: <Name of={round.tie_break.question} />
            </p>
          )}
        </>
      }
      actions={
        <>
          {main && (
            <SmallButton
              variant={main.variant}
              aria-label={`${main.text}: ${round.sport_name}`}
              onClick={() => onAct(main.action)}
            >
              {main.text}
            </SmallButton>
          )}
          <SportMenu round={round} ended={ended} onAct={onAct} />
        </>
      }
    >
      {round.cancelled_at && (
        <Notice tone="danger" title={`Cancelled ${formatMoment(round.cancelled_at)}`}>
          {round.cancelled_reason ?? 'No reason given.'}
        </Notice>
      )}
      {round.completed_before && !round.cancelled_at && (
        <Notice tone="warning" title={correctionText(round)}>
          Its points do not count until you complete it again.
        </Notice>
      )}
      {round.opening_failed && (
        <Notice tone="warning" title="It did not open as scheduled">
          {round.opening_failed}.
        </Notice>
      )}
      {round.status === 'draft' && isPlayed(round) && !round.opening_failed && hasLockPassed(round) && (
        <Notice tone="warning" title="Its lock time has passed">
          Choose another one before you activate it.
        </Notice>
      )}
      {round.status !== 'draft' && <PickedList round={round} />}
      {round.status === 'locked' && <RoundSeal roundId={round.id} />}
    </ItemCard>
  )
}

const mainOf = (round: RoundList[number], status: keyof typeof asked) =>
  round.cancelled_at ? back : opensByItself(round) ? itself : asked[status]

function LockTime({ round }: { round: RoundList[number] }) {
  const { lock_time, offsets, cancelled_at } = round
  const status = actsAs(round)
  return (
    <>
      {status === 'locked' || cancelled_at ? 'Lock time' : 'Locks'}{' '}
      <strong>
        <Time of={lock_time}>{formatInZone(lock_time, offsets)}</Time>
      </strong>
      {status === 'active' && !cancelled_at && ` · ${formatDistance(lock_time)}`}
    </>
  )
}

const correctionText = ({ unlocked_at }: RoundList[number]) =>
  unlocked_at ? `Correction open since ${formatMoment(unlocked_at)}` : 'Correction open'

export function pickTypeText(round: RoundList[number]) {
  return `${pickType(round)}${round.weight ? ` · Counts ×${round.weight}` : ''}`
}

function pickType({ pick_type, num_write_in_picks, slot_names }: RoundList[number]) {
  if (pick_type === 'single') return 'Single pick from a list of teams'
  const count = num_write_in_picks ?? 1
  const text = count === 1 ? 'One write-in pick' : `${count} write-in picks`
  return slot_names ? `${text}: ${slot_names.filter(Boolean).join(', ')}` : text
}
