import type { LeaderboardEntry, MarkKind } from '../../../api/contract/leaderboards.ts'
import type { PickItems } from '../../../api/contract/picks.ts'
import { signed } from '../../browser/formats.ts'
import { droppedText, marks } from '../../marks.ts'
import { pickTexts } from '../../slot-names.ts'
import styles from './pick-cell.module.css'
import type { BoardRound } from './sport-state.ts'

type PickCellProps = {
  roundId: number
  sport: string
  status: BoardRound['status']
  cancelled: boolean
  pick: PickItems | null | undefined
  slotNames: string[] | undefined
  score: LeaderboardEntry['scores'][string] | undefined
  marked: MarkKind[]
}

/** Picks are hidden until the sport locks. Until then only who has picked is known. */
export function PickCell({
  roundId,
  sport,
  status,
  cancelled,
  pick,
  slotNames,
  score,
  marked,
}: PickCellProps) {
  const cell = { 'data-sport': sport, 'data-round': roundId }
  if (status !== 'locked' && status !== 'completed') {
    const state = pick ? 'Has picked' : cancelled ? 'No pick' : 'Has not picked yet'
    return (
      <td className={styles.none} data-open="true" {...cell}>
        <span className={pick ? styles.picked : undefined} role="img" aria-label={state} title={state}>
          -
        </span>
        <Marks of={marked} />
      </td>
    )
  }
  const values = pickTexts(pick, slotNames)
  return (
    <td className={values.length === 0 ? styles.none : styles.pick} {...cell}>
      <span className={styles.line}>
        <span className={styles.values} translate={values.length > 0 ? 'no' : undefined}>
          {values.join(', ') || 'No pick'}
        </span>{' '}
        {score && <Points score={score} />}
        <Marks of={marked} />
      </span>
    </td>
  )
}

/** A corrected result is marked once, at the head of its column. */
const Marks = ({ of }: { of: MarkKind[] }) =>
  of.filter((kind) => kind !== 'result_corrected').map((kind) => <Mark key={kind} kind={kind} />)

export const Mark = ({ kind }: { kind: MarkKind }) => (
  <span className={styles.mark} role="img" aria-label={marks[kind].text} title={marks[kind].text}>
    {marks[kind].sign}
  </span>
)

/** What was earned is struck through where it does not count. */
function Points({
  score: { total_points: points, dropped },
}: {
  score: NonNullable<PickCellProps['score']>
}) {
  if (points === 0) return null
  if (dropped) {
    return (
      <s
        className={styles.plain}
        translate="no"
        role="img"
        aria-label={`${signed(points)}. ${droppedText}`}
        title={droppedText}
      >
        {signed(points)}
      </s>
    )
  }
  return (
    <span className={points > 0 ? styles.points : styles.plain} translate="no">
      {signed(points)}
    </span>
  )
}
