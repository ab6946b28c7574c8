import type { ReactNode } from 'react'
import type { LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { formatMoment } from '../../pick/moment.ts'
import { slotLabel } from '../../slot-names.ts'
import { Link } from '../../ui/link.tsx'
import styles from './leaderboard-table.module.css'
import { Mark } from './pick-cell.tsx'
import { type BoardRound, isOpen, isPlayed, lockText, wasCorrected } from './sport-state.ts'

type SportHeadProps = { seasonId: number; round: BoardRound; entries: readonly LeaderboardEntry[] }

/** A sport that has not begun is narrow, so that what is scored stays in sight. */
export function SportHead({ seasonId, round, entries }: SportHeadProps) {
  const { sport_name: name, weight, slot_names: slots, status } = round
  const open = isOpen(round)
  const result = resultOf(round)
  const picked = `${entries.filter((entry) => entry.picks[round.id]).length} of ${entries.length}`
  const isScored = isPlayed(round) && status === 'completed'
  const isExpected = open && isPlayed(round)
  return (
    <th
      scope="col"
      data-round={round.id}
      data-open={open || undefined}
      title={isExpected ? `${name} locks ${formatMoment(round.lock_time)}` : name}
    >
      <Link className={styles.sport} to={`/seasons/${seasonId}/sports/${round.id}`}>
        <span data-lines={open ? 2 : undefined} data-phone="unseen" translate="no">
          {name}
        </span>{' '}
        {weight && <span title={`Counts ${weight} times`}>×{weight}</span>}{' '}
        {wasCorrected(round, entries) && <Mark kind="result_corrected" />}
        {!open && slots && (
          <Small names unseen={Boolean(result)}>
            {slots.map((_, at) => slotLabel(slots, at + 1)).join(' · ')}
          </Small>
        )}
        {result ? <Small names>({result})</Small> : isScored && !slots && <Small>Result</Small>}
        {isExpected && (
          <>
            <Small unseen>{lockText(round)}</Small> <Small>{picked} in</Small>
          </>
        )}
        {!isPlayed(round) ? <Small>Cancelled</Small> : status === 'locked' && <Small>Locked</Small>}
      </Link>
    </th>
  )
}

type SmallProps = { names?: boolean; unseen?: boolean; children: ReactNode }

const Small = ({ names, unseen, children }: SmallProps) => (
  <span
    className={styles.champion}
    data-phone={unseen ? 'unseen' : undefined}
    translate={names ? 'no' : undefined}
  >
    {children}
  </span>
)

const resultOf = ({ first_place_team, right_answers }: BoardRound) =>
  right_answers?.map(({ answers }) => answers.join(' / ') || '–').join(' · ') || first_place_team
