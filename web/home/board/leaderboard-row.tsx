import { memo } from 'react'
import type { Leaderboard, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { marksOf } from '../../marks.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Movement } from '../../ui/movement.tsx'
import { Name } from '../../ui/name.tsx'
import type { ExtraColumns } from '../race/race.tsx'
import styles from './leaderboard-table.module.css'
import { PickCell } from './pick-cell.tsx'
import { isPlayed } from './sport-state.ts'

type LeaderboardRowProps = {
  entry: LeaderboardEntry
  rounds: Leaderboard['rounds']
  ranked: boolean
  byCorrection: boolean
  /** This device belongs to this player. */
  isYou: boolean
  /** The same player today, where the row is of the past. */
  now: LeaderboardEntry | undefined
  extra: ExtraColumns | null
}

/** Memoized: a league may have hundreds of rows and seldom changes more than a few. */
export const LeaderboardRow = memo(
  ({ entry, rounds, ranked, byCorrection, isYou, now, extra }: LeaderboardRowProps) => (
    <tr data-user={entry.userId} data-you={isYou}>
      <th scope="row" className={styles.player}>
        <span className={styles.who}>
          {ranked && (
            <span className={styles.place}>
              <span className={styles.rank} translate="no" data-rank={entry.rank}>
                #{entry.rank}
              </span>
              {entry.previousRank !== null && entry.previousRank !== entry.rank && (
                <Movement from={entry.previousRank} to={entry.rank} byCorrection={byCorrection} />
              )}
            </span>
          )}{' '}
          <Avatar id={entry.userId} name={entry.userName} />
          <span data-lines={2} title={entry.userName}>
            <Name of={entry.userName} />
            {isYou && (
              <span className={styles.you} data-phone="unseen">
                {' '}
                (you)
              </span>
            )}
          </span>
        </span>
      </th>
      {rounds.map((round) => (
        <PickCell
          key={round.id}
          roundId={round.id}
          sport={round.sport_name}
          status={round.status}
          cancelled={!isPlayed(round)}
          pick={entry.picks[round.id]}
          slotNames={round.slot_names}
          score={entry.scores[round.id]}
          marked={marksOf(entry, round.id)}
        />
      ))}
      <td className={styles.total} translate="no">
        <button
          type="button"
          className={styles.explain}
          aria-label={`${entry.totalPoints} pts of ${entry.userName}: how they came about`}
        >
          {entry.totalPoints} pts
        </button>
      </td>
      {extra?.cellsOf(entry.userId)}
      {now && (
        <td className={styles.total} translate="no">
          #{now.rank} {now.rank !== entry.rank && <Movement from={entry.rank} to={now.rank} />}{' '}
          <span className={styles.champion}>{now.totalPoints} pts</span>
        </td>
      )}
    </tr>
  ),
)
