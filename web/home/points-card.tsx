import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { getPublicGraph } from '../client.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './points-card.module.css'
import { PointsTable } from './points-table.tsx'

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
  children?: ReactNode
}

export function PointsCard({ seasonId, anyCompleted, children }: PointsCardProps) {
  const { data: graph = [] } = useQuery({
    queryKey: ['public', 'graph', seasonId],
    queryFn: () => getPublicGraph(seasonId),
    enabled: anyCompleted,
  })
  return (
    <Card title="Points over the season">
      {anyCompleted ? (
        <>
          <div className={styles.room}>
            <Suspense>{graph.length > 0 && <PointsChart graph={graph} />}</Suspense>
          </div>
          {children}
          <PointsTable graph={graph} />
        </>
      ) : (
        <EmptyState title="No completed sports yet. Graph will appear once the first sport is completed." />
      )}
    </Card>
  )
}
