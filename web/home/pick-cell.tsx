import type { Leaderboard, MarkKind } from '../../api/contract/leaderboards.ts'
import type { PickItems } from '../../api/contract/picks.ts'
import { marks } from './marks.ts'
import styles from './pick-cell.module.css'

type PickCellProps = {
  roundId: number
  sport: string
  status: Leaderboard['rounds'][number]['status']
  pick: PickItems | null | undefined
  points: number
  marked: MarkKind[] | undefined
}

/** Picks are sealed until the sport is locked. */
export function PickCell({ roundId, sport, status, pick, points, marked = [] }: PickCellProps) {
  const none = (text: string) => (
    <td className={styles.none} data-sport={sport} data-round={roundId}>
      {text}
    </td>
  )
  if (status !== 'locked' && status !== 'completed') return none('-')
  const values = pick?.pickItems.map((item) => item.pickValue) ?? []
  if (values.length === 0) return none('No pick')
  return (
    <td className={styles.pick} data-sport={sport} data-round={roundId}>
      {values.join(', ')} {points > 0 && <span className={styles.points}>+{points}</span>}
      {marked.map((kind) => (
        <span
          key={kind}
          className={styles.mark}
          role="img"
          aria-label={marks[kind].text}
          title={marks[kind].text}
        >
          {marks[kind].sign}
        </span>
      ))}
    </td>
  )
}
