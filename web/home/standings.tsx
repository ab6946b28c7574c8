import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import type { Season } from '../../api/contract/seasons.ts'
import { useNarrow } from '../browser/narrow.ts'
import { useLocking } from '../locking.ts'
import { areRanks } from '../ranks.ts'
import { query } from '../server/api.ts'
import { leaderboardQuery, winnersQuery } from '../server/public-queries.ts'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { useThisPlayer } from '../this-player.ts'
import { SmallButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Hint } from '../ui/layout.tsx'
import { LoadFailed } from '../ui/waiting/load-failed.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { LeaderboardTable } from './board/leaderboard-table.tsx'
import { Legend } from './board/legend.tsx'
import { awaitingResult, type BoardRound, inPublic, isPlayed, wasCorrected } from './board/sport-state.ts'
import { type PastMoment, useHomeAddress } from './home-address.ts'
import { NoStandings } from './no-standings.tsx'
import { Picture } from './picture.ts'
import type { ExtraColumns } from './race/race.tsx'
import styles from './standings.module.css'

const SeasonEnded = lazyPart('SeasonEnded', () => import('./season-ended.tsx'))
// The chart is at the end of the page.
const PointsCard = lazyPart('PointsCard', () => import('./points/points-card.tsx'))
// Few visitors look at the past, and nobody at once.
const TimeTravel = lazyPart('TimeTravel', () => import('./past/time-travel.tsx'))
const Race = lazyPart('Race', () => import('./race/race.tsx'))

export function Standings({ season }: { season: Season }) {
  const board = useQuery(leaderboardQuery(season.id))
  // Both together, or the podium would push the table down later.
  const winners = useQuery({ ...winnersQuery(season.id), enabled: season.ended_at !== null })
  useLocking(board.data?.rounds, board.refetch)
  const { sport, showSport, moment: wanted, moveTo } = useHomeAddress()
  const isNarrow = useNarrow()
  const [looksBack, setLooksBack] = useState(false)
  const [reach, setReach] = useState<ExtraColumns | null>(null)
  const moment = momentIn(board.data?.rounds, wanted)
  const past = useQuery({
    ...query('GET /public/leaderboard/season/{id}', season.id, moment ?? {}),
    enabled: moment !== null,
    placeholderData: keepPreviousData,
  })
  if (board.isPending || winners.isLoading) return <Skeleton shape="block" count={2} />
  if (!board.data) return <NoStandings query={board} />
  const shown = (moment && past.data) || board.data
  const completed = board.data.rounds.filter((round) => round.status === 'completed').length
  // With one result there is a past only before its correction.
  const hasPast =
    completed > 1 || board.data.rounds.some((round) => wasCorrected(round, board.data.leaderboard))
  const sports = inPublic(board.data.rounds).filter(isPlayed).length
  const isRemaining =
    shown.leaderboard.length > 0 &&
    board.data.rounds.some((round) => isPlayed(round) && round.status !== 'completed')
  return (
    // Of all, or the podium would push the table down later.
    <Suspense fallback={<Skeleton shape="block" count={2} />}>
      {season.ended_at && <SeasonEnded season={season} winners={winners.data} />}
      {!moment && awaitingResult(board.data.rounds).length > 0 && (
        <Suspense fallback={<Skeleton shape="block" />}>
          <Picture seasonId={season.id} board={board.data} />
        </Suspense>
      )}
      {moment && past.isError && (
        <LoadFailed title="The standings of that moment could not be loaded" query={past} />
      )}
      <Card
        title="Leaderboard"
        aside={sports > 0 && <Hint as="span">{`${completed} of ${sports} sports completed`}</Hint>}
        flush="table"
      >
        {hasPast && (!isNarrow || looksBack || moment) && (
          <div className={styles.travel} data-print={false}>
            <Suspense>
              <TimeTravel board={board.data} moment={moment} past={shown.past} onMove={moveTo} />
            </Suspense>
          </div>
        )}
        <YourPlace board={shown} />
        {shown.leaderboard.length > 0 ? (
          <LeaderboardTable
            seasonId={season.id}
            board={shown}
            today={board.data}
            extra={shown.past ? null : reach}
            sport={sport}
            onSport={showSport}
            onLookBack={hasPast ? () => setLooksBack(!looksBack) : undefined}
          />
        ) : (
          <EmptyState title="No seasons or data available yet.">
            The players of this season will be listed here.
          </EmptyState>
        )}
        {isRemaining && !shown.past && (
          <Suspense>
            <Race seasonId={season.id} onColumns={setReach} />
          </Suspense>
        )}
        <Legend board={shown} season={season} />
      </Card>
      <div data-print={false}>
        <Suspense fallback={<Skeleton shape="block" />}>
          <PointsCard
            seasonId={season.id}
            anyCompleted={completed > 0}
            moment={shown.past ? moment : null}
            table={shown.leaderboard}
          />
        </Suspense>
      </div>
    </Suspense>
  )
}

/** An address can name a sport that has no result in this season: that is now. */
function momentIn(rounds: readonly BoardRound[] = [], wanted: PastMoment | null): PastMoment | null {
  const known = rounds.some(({ id, result_number }) => id === wanted?.afterRound && result_number !== null)
  return known ? wanted : null
}

/** Whose row is marked on this device, and the way to end that. */
function YourPlace({ board }: { board: Leaderboard }) {
  const { userId, forget } = useThisPlayer()
  const you = board.leaderboard.find((entry) => entry.userId === userId)
  if (!you) return null
  return (
    <p className={styles.place} data-print={false}>
      <span>
        You are <strong translate="no">{you.userName}</strong>
        {areRanks(board.leaderboard) && `, #${you.rank} with ${you.totalPoints} pts`}.
      </span>
      <SmallButton variant="quiet" onClick={forget}>
        Not you?
      </SmallButton>
    </p>
  )
}
