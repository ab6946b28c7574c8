import { memo } from 'react'
import type { Leaderboard, LeaderboardEntry } from '../../api/contract/leaderboards.ts'
import { Movement } from '../ui/movement.tsx'
import styles from './leaderboard-table.module.css'
import { PickCell } from './pick-cell.tsx'

type LeaderboardRowProps = {
  entry: LeaderboardEntry
  rounds: Leaderboard['rounds']
  ranked: boolean
  byCorrection: boolean
}

const wordMax = 9
/** The longest word that fits next to the rank on a phone. */
const hasLongWord = (name: string) => name.split(/[\s-]/).some((word) => word.length > wordMax)

/** Memoized: a league may have hundreds of rows and seldom changes more than a few. */
export const LeaderboardRow = memo(({ entry, rounds, ranked, byCorrection }: LeaderboardRowProps) => (
  <tr data-user={entry.userId}>
    <th scope="row" className={styles.player}>
      <span className={styles.who} data-wide={hasLongWord(entry.userName)}>
        {ranked && (
          <span className={styles.rank} data-rank={entry.rank}>
            #{entry.rank}{' '}
            {entry.previousRank !== null && (
              <Movement from={entry.previousRank} to={entry.rank} byCorrection={byCorrection} />
            )}
          </span>
        )}
        <span className={styles.name}>{entry.userName}</span>
      </span>
    </th>
    {rounds.map((round) => (
      <PickCell
        key={round.id}
        roundId={round.id}
        sport={round.sport_name}
        status={round.status}
        pick={entry.picks[round.id]}
        points={entry.scores[round.id]?.total_points ?? 0}
        marked={entry.marks?.[round.id]}
      />
    ))}
    <td className={styles.total}>
      <button
        type="button"
        className={styles.explain}
        aria-label={`${entry.totalPoints} pts of ${entry.userName}: how they came about`}
      >
        {entry.totalPoints} pts
      </button>
    </td>
  </tr>
))
