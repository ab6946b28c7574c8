import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import { getPublicGraph } from '../client.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './points-card.module.css'
import { PointsTable } from './points-table.tsx'
import { graphThen } from './points-then.ts'

// The chart is most of the page's weight and adds no news: it loads last, and may fail.
const PointsChart = lazy(() =>
  import('./points-chart.tsx').then(
    (module) => ({ default: module.PointsChart }),
    () => ({ default: () => null }),
  ),
)

type PointsCardProps = {
  seasonId: number
  anyCompleted: boolean
  /** The board of the moment that is looked at. */
  past: Leaderboard | null
}

export function PointsCard({ seasonId, anyCompleted, past }: PointsCardProps) {
  const { data: today = [] } = useQuery({
    queryKey: ['public', 'graph', seasonId],
    queryFn: () => getPublicGraph(seasonId),
    enabled: anyCompleted,
  })
  const graph = past ? graphThen(today, past) : today
  return (
    <Card title="Points over the season">
      {anyCompleted ? (
        <>
          <div className={styles.room}>
            <Suspense>{graph.length > 0 && <PointsChart graph={graph} />}</Suspense>
          </div>
          <PointsTable graph={graph} />
        </>
      ) : (
        <EmptyState title="No completed sports yet. Graph will appear once the first sport is completed." />
      )}
    </Card>
  )
}
