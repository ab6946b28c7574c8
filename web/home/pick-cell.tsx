import type { MarkKind } from '../../api/contract/leaderboards.ts'
import type { PickItems } from '../../api/contract/picks.ts'
import { pickTexts } from '../slot-names.ts'
import { marks } from './marks.ts'
import styles from './pick-cell.module.css'
import type { BoardRound } from './sport-state.ts'

type PickCellProps = {
  roundId: number
  sport: string
  status: BoardRound['status']
  pick: PickItems | null | undefined
  slotNames: string[] | undefined
  points: number
  marked: MarkKind[] | undefined
}

/** Picks are sealed until the sport is locked. Until then only who has picked is known. */
export function PickCell({ roundId, sport, status, pick, slotNames, points, marked = [] }: PickCellProps) {
  const cell = { 'data-sport': sport, 'data-round': roundId }
  if (status !== 'locked' && status !== 'completed') {
    const state = pick ? 'Has picked' : 'Has not picked yet'
    return (
      <td className={styles.none} data-open="true" {...cell}>
        <span className={pick ? styles.picked : undefined} role="img" aria-label={state} title={state}>
          -
        </span>
      </td>
    )
  }
  const values = pickTexts(pick, slotNames)
  if (values.length === 0) {
    return (
      <td className={styles.none} {...cell}>
        No pick
      </td>
    )
  }
  return (
    <td className={styles.pick} {...cell}>
      <span className={styles.line}>
        <span className={styles.values}>{values.join(', ')}</span>{' '}
        {points > 0 && <span className={styles.points}>+{points}</span>}
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
      </span>
    </td>
  )
}
