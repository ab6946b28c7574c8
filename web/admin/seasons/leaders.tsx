import type { SeasonList } from '../../../api/contract/seasons.ts'
import styles from './leaders.module.css'

const placesShown = 3

type Leader = SeasonList[number]['leaderboard'][number]

export function Leaders({ leaderboard }: { leaderboard: Leader[] }) {
  return (
    <LeaderList
      leaders={leaderboard.filter(({ rank, totalPoints }) => rank <= placesShown && totalPoints > 0)}
    />
  )
}

export function LeaderList({ leaders }: { leaders: Leader[] }) {
  if (leaders.length === 0) return null
  return (
    <ol className={styles.leaders}>
      {leaders.map(({ userId, rank, name, totalPoints }) => (
        <li key={userId} translate="no">
          <span className={styles.rank} data-rank={rank}>
            #{rank}
          </span>
          <span className={styles.name}>{name}</span>
          <span className={styles.points}>{totalPoints} pts</span>
        </li>
      ))}
    </ol>
  )
}
