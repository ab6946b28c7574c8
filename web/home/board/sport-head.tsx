import type { LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { formatMoment } from '../../pick/moment.ts'
import styles from './leaderboard-table.module.css'
import { Mark } from './pick-cell.tsx'
import { type BoardRound, isOpen, isPlayed, lockText, wasCorrected } from './sport-state.ts'

type SportHeadProps = { round: BoardRound; entries: readonly LeaderboardEntry[] }

const cancelled = <span className={styles.champion}>Cancelled</span>

/** A sport that has not begun is narrow, so that what is scored stays in sight. */
export function SportHead({ round, entries }: SportHeadProps) {
  const weight = round.weight && <span title={`Counts ${round.weight} times`}>×{round.weight}</span>
  const isCorrected = wasCorrected(round, entries)
  if (!isOpen(round)) {
    return (
      <th scope="col" data-round={round.id}>
        <span data-phone="unseen" translate="no">
          {round.sport_name}
        </span>{' '}
        {weight} {isCorrected && <Mark kind="result_corrected" />}
        {round.first_place_team && (
          <span className={styles.champion} translate="no">
            ({round.first_place_team})
          </span>
        )}
        {!isPlayed(round) && cancelled}
      </th>
    )
  }
  if (!isPlayed(round)) {
    return (
      <th scope="col" data-round={round.id} data-open="true" title={`${round.sport_name} was cancelled.`}>
        <span data-lines={2} data-phone="unseen" translate="no">
          {round.sport_name}
        </span>{' '}
        {cancelled}
      </th>
    )
  }
  const picked = entries.filter((entry) => entry.picks[round.id]).length
  return (
    <th
      scope="col"
      data-round={round.id}
      data-open="true"
      title={`${round.sport_name} locks ${formatMoment(round.lock_time)}. ${picked} of ${entries.length} have picked.`}
    >
      <span data-lines={2} data-phone="unseen" translate="no">
        {round.sport_name}
      </span>{' '}
      {weight}{' '}
      <span className={styles.champion} data-phone="unseen">
        {lockText(round)}
      </span>{' '}
      <span className={styles.champion}>
        {picked} of {entries.length} in
      </span>
    </th>
  )
}
