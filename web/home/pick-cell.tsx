import type { Leaderboard } from '#api/contract/leaderboards'
import type { PickItems } from '#api/contract/picks'
import styles from './pick-cell.module.css'

type PickCellProps = {
  status: Leaderboard['rounds'][number]['status']
  pick: PickItems | null | undefined
  points: number
}

/** What a player picked for a sport. Picks stay sealed until the sport is locked. */
export function PickCell({ status, pick, points }: PickCellProps) {
  if (status !== 'locked' && status !== 'completed') return <td className={styles.none}>-</td>
  const values = pick?.pickItems.map((item) => item.pickValue) ?? []
  if (values.length === 0) return <td className={styles.none}>No pick</td>
  return (
    <td>
      <span className={styles.pick}>
        {values.join(', ')}
        {points > 0 && <span className={styles.points}>+{points}</span>}
      </span>
    </td>
  )
}
