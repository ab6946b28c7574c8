import { useQuery } from '@tanstack/react-query'
import type { Season } from '#api/contract/seasons'
import { getPublicLeaderboard } from '../client.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { PointsCard } from './points-card.tsx'
import { SeasonEnded } from './season-ended.tsx'
import styles from './standings.module.css'

export function Standings({ season }: { season: Season }) {
  const { data, isPending } = useQuery({
    queryKey: ['public', 'leaderboard', season.id],
    queryFn: () => getPublicLeaderboard(season.id),
  })
  if (isPending) return <Skeleton shape="block" count={2} />
  const { rounds, leaderboard } = data ?? { rounds: [], leaderboard: [] }
  const completed = rounds.filter((round) => round.status === 'completed').length
  return (
    <>
      {season.ended_at && <SeasonEnded season={season} />}
      <Card title="Leaderboard" aside={<Summary sports={rounds.length} completed={completed} />} flush>
        {leaderboard.length > 0 ? (
          <LeaderboardTable rounds={rounds} leaderboard={leaderboard} />
        ) : (
          <EmptyState title="No seasons or data available yet.">
            The players of this season will be listed here.
          </EmptyState>
        )}
      </Card>
      <PointsCard seasonId={season.id} anyCompleted={completed > 0} />
    </>
  )
}

function Summary({ sports, completed }: { sports: number; completed: number }) {
  return sports > 0 && <span className={styles.summary}>{`${completed} of ${sports} sports completed`}</span>
}
