import { memo } from 'react'
import type { Leaderboard, LeaderboardEntry } from '#api/contract/leaderboards'
import styles from './leaderboard-table.module.css'
import { PickCell } from './pick-cell.tsx'

type LeaderboardRowProps = { entry: LeaderboardEntry; rounds: Leaderboard['rounds']; ranked: boolean }

/** Remembered, because a league may have hundreds of rows and seldom changes more than a few. */
export const LeaderboardRow = memo(({ entry, rounds, ranked }: LeaderboardRowProps) => (
  <tr>
    <th scope="row" className={styles.player}>
      <span className={styles.who}>
        {ranked && (
          <span className={styles.rank} data-rank={entry.rank}>
            #{entry.rank}
          </span>
        )}
        <span className={styles.name}>{entry.userName}</span>
      </span>
    </th>
    {rounds.map((round) => (
      <PickCell
        key={round.id}
        status={round.status}
        pick={entry.picks[round.id]}
        points={entry.scores[round.id]?.total_points ?? 0}
      />
    ))}
    <td className={styles.total}>{entry.totalPoints} pts</td>
  </tr>
))
