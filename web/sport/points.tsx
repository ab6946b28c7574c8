import type { LeaderboardEntry } from '../../api/contract/leaderboards.ts'
import type { SportStatistics } from '../../api/contract/season-story.ts'
import { compareTexts } from '../../domain/names.ts'
import { signed } from '../browser/formats.ts'
import { droppedText } from '../marks.ts'
import { pickTexts } from '../slot-names.ts'
import { Card } from '../ui/card.tsx'
import { Hint } from '../ui/layout.tsx'
import { Movement } from '../ui/movement.tsx'
import { Name } from '../ui/name.tsx'
import { sign } from '../ui/sign.ts'
import { useGrowingCount } from '../ui/table/growing-count.ts'
import { Figures } from '../ui/table/table.tsx'
import type { OfSport } from './after-lock.tsx'
import styles from './sport.module.css'

type PointsProps = OfSport & { movers: NonNullable<SportStatistics['result']>['movers'] }

/** Of everybody, the most first, and what they did to the ranks. */
export function Points({ board, sport, storiesOf, movers }: PointsProps) {
  const moved = new Map(movers.map((mover) => [mover.userId, mover]))
  const rows = board.leaderboard
    .flatMap((entry) => ({ entry, score: entry.scores[sport.id] }))
    .flatMap(({ entry, score }) => (score ? { entry, score } : []))
    .toSorted(
      (one, other) =>
        other.score.total_points - one.score.total_points ||
        compareTexts(one.entry.userName, other.entry.userName),
    )
  const drawn = useGrowingCount(rows.length)
  const isAnyDropped = rows.some(({ score }) => score.dropped)
  return (
    <Card title="Points and ranks" flush>
      <div className={styles.points}>
        <Figures aria-label="Points and ranks">
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">Change of rank</th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map(({ entry, score }) => (
              <tr key={entry.userId}>
                <th scope="row">
                  {storiesOf([entry.userId])}
                  <Hint as="div">{pickOf(entry, sport)}</Hint>
                </th>
                <td>
                  <Moved mover={moved.get(entry.userId)} />
                </td>
                <td>
                  {score.dropped ? <Dropped points={score.total_points} /> : signed(score.total_points)}
                </td>
              </tr>
            ))}
          </tbody>
        </Figures>
      </div>
      {isAnyDropped && (
        <Hint as="div">
          <span className={styles.below}>
            <s translate="no">+2</s> {droppedText}
          </span>
        </Hint>
      )}
    </Card>
  )
}

const Moved = ({ mover }: { mover: PointsProps['movers'][number] | undefined }) =>
  mover ? (
    <>
      #{mover.from} → #{mover.to} <Movement from={mover.from} to={mover.to} />
    </>
  ) : (
    <span {...sign('same rank')}>–</span>
  )

const Dropped = ({ points }: { points: number }) => (
  <s translate="no" {...sign(`${signed(points)}. ${droppedText}`)}>
    {signed(points)}
  </s>
)

function pickOf({ picks }: LeaderboardEntry, { id, slot_names }: OfSport['sport']) {
  const pick = pickTexts(picks[id], slot_names).join(', ')
  return pick ? <Name of={pick} /> : 'No pick'
}
