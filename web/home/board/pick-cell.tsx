import type { LeaderboardEntry, MarkKind } from '../../../api/contract/leaderboards.ts'
import type { PickItems } from '../../../api/contract/picks.ts'
import { signed } from '../../browser/formats.ts'
import { droppedText, marks } from '../../marks.ts'
import { teamChip } from '../../ui/avatar.tsx'
import { sign } from '../../ui/sign.ts'
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
    const state = cancelled ? 'Cancelled' : pick ? 'Has picked' : 'Has not picked yet'
    return (
      <td className={styles.none} data-open="true" {...cell}>
        <span className={pick && !cancelled ? styles.picked : undefined} {...sign(state)}>
          -
        </span>
        <Marks of={marked} />
      </td>
    )
  }
  const values = valuesOf(pick?.pickItems ?? [], slotNames)
  const [only, ...others] = values
  return (
    <td className={values.length === 0 ? styles.none : styles.pick} {...cell}>
      <span className={styles.line}>
        <span
          className={styles.values}
          translate={values.length > 0 ? 'no' : undefined}
          {...(only !== undefined && others.length === 0 && !slotNames && teamChip(only))}
        >
          {values.join(slotNames ? ' · ' : ', ') || 'No pick'}
        </span>{' '}
        {score && <Points score={score} />}
        <Marks of={marked} />
      </span>
    </td>
  )
}

/** The head of the column names the slots. */
const valuesOf = (items: PickItems['pickItems'], slotNames: readonly string[] | undefined): string[] =>
  slotNames && items.length > 0
    ? slotNames.map((_, at) => items.find(({ pickNumber }) => pickNumber === at + 1)?.pickValue ?? '–')
    : items.map(({ pickValue }) => pickValue)

/** A corrected result is marked once, at the head of its column. */
const Marks = ({ of }: { of: MarkKind[] }) =>
  of.filter((kind) => kind !== 'result_corrected').map((kind) => <Mark key={kind} kind={kind} />)

export const Mark = ({ kind }: { kind: MarkKind }) => (
  <span className={styles.mark} {...sign(marks[kind].text)}>
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
      <s className={styles.plain} translate="no" {...sign(`${signed(points)}. ${droppedText}`)}>
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
