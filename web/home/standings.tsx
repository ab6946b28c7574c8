import { useQuery } from '@tanstack/react-query'
import type { Season } from '#api/contract/seasons'
import { getPublicLeaderboard, getPublicWinners } from '../client.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { LoadFailed } from './load-failed.tsx'
import { PointsCard } from './points-card.tsx'
import { SeasonEnded } from './season-ended.tsx'
import styles from './standings.module.css'

export function Standings({ season }: { season: Season }) {
  const board = useQuery({
    queryKey: ['public', 'leaderboard', season.id],
    queryFn: () => getPublicLeaderboard(season.id),
  })
  // Both at once, or the podium would push the table down when it comes.
  const winners = useQuery({
    queryKey: ['public', 'winners', season.id],
    queryFn: () => getPublicWinners(season.id),
    enabled: season.ended_at !== null,
  })
  if (board.isPending || winners.isLoading) return <Skeleton shape="block" count={2} />
  if (!board.data) return <LoadFailed query={board} />
  const { rounds, leaderboard } = board.data
  const completed = rounds.filter((round) => round.status === 'completed').length
  return (
    <>
      {season.ended_at && <SeasonEnded season={season} winners={winners.data} />}
      <Card title="Leaderboard" aside={<Summary sports={rounds.length} completed={completed} />} flush>
        {leaderboard.length > 0 ? (
          <LeaderboardTable rounds={rounds} leaderboard={leaderboard} />
        ) : (
          <EmptyState title="No seasons or data available yet.">
            The players of this season will be listed here.
          </EmptyState>
        )}
      </Card>
      <div className={styles.chart}>
        <PointsCard seasonId={season.id} anyCompleted={completed > 0} />
      </div>
    </>
  )
}

function Summary({ sports, completed }: { sports: number; completed: number }) {
  return sports > 0 && <span className={styles.summary}>{`${completed} of ${sports} sports completed`}</span>
}
