import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Graph, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { query } from '../../server/api.ts'
import { lazyPart } from '../../shell/lazy-screen.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Hint } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { useGrowingCount } from '../../ui/table/growing-count.ts'
import { Figures } from '../../ui/table/table.tsx'
import { useNear } from '../../ui/waiting/use-near.ts'
import type { PastMoment } from '../home-address.ts'
import styles from './points-card.module.css'

// The chart is most of the page's weight and adds no news: it loads when somebody comes near, and may fail.
const PointsChart = lazyPart('PointsChart', () => import('./points-chart.tsx'))

type PointsCardProps = {
  seasonId: number
  anyCompleted: boolean
  moment: PastMoment | null
  /** By rank. */
  table: readonly LeaderboardEntry[]
}

export function PointsCard({ seasonId, anyCompleted, moment, table }: PointsCardProps) {
  const { data: graph = [] } = useQuery({
    ...query('GET /public/leaderboard/season/{id}/graph', seasonId, moment ?? {}),
    enabled: anyCompleted,
    placeholderData: keepPreviousData,
  })
  const { place, isNear } = useNear()
  return (
    <Card title="Points over the season">
      {anyCompleted ? (
        <>
          <div className={styles.room} ref={place}>
            <Suspense>{isNear && graph.length > 0 && <PointsChart graph={graph} table={table} />}</Suspense>
          </div>
          {graph.some(falls) && (
            <Hint>
              A line falls when a sport is dropped as one of the worst, or when a missing pick costs points.
              See the <Link to={`/rules?season=${seasonId}`}>rules</Link>.
            </Hint>
          )}
          <PointsTable graph={graph} />
        </>
      ) : (
        <EmptyState title="No completed sports yet. Graph will appear once the first sport is completed." />
      )}
    </Card>
  )
}

const falls = ({ points }: Graph[number]) =>
  points.some((point, index) => point.points < (points[index - 1]?.points ?? 0))

/** The chart's figures, for people who cannot see it or want exact numbers. */
function PointsTable({ graph }: { graph: Graph }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Hint as="span">The same figures as a table</Hint>
      </summary>
      {open && <DrawnInSteps graph={graph} />}
    </details>
  )
}

function DrawnInSteps({ graph }: { graph: Graph }) {
  const drawn = useGrowingCount(graph.length)
  return (
    <section
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
      tabIndex={0}
      aria-label="Cumulative points, scrolls sideways"
    >
      <Figures>
        <caption>Cumulative points after each completed sport</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {graph[0]?.points.map(({ roundId, roundName }) => (
              <th key={roundId} scope="col" translate="no">
                {roundName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.slice(0, drawn).map(({ userId, userName, points }) => (
            <tr key={userId} translate="no">
              <th scope="row">{userName}</th>
              {points.map((point) => (
                <td key={point.roundId}>{point.points}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Figures>
    </section>
  )
}
