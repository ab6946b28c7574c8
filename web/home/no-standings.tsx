import { SmallButton } from '../ui/button.tsx'
import { EmptyCard } from '../ui/empty-state.tsx'
import type { LoadFailedProps } from '../ui/waiting/load-failed.tsx'

type NoStandingsProps = { query: LoadFailedProps['query'] & { data: unknown } }

/** For a visitor a failed request means that there are no standings yet. */
export function NoStandings({ query: { data, isFetching, refetch } }: NoStandingsProps) {
  return (
    <EmptyCard
      title="No seasons or data available yet."
      action={
        !data && (
          <SmallButton variant="quiet" busy={isFetching} onClick={() => refetch()}>
            Try Again
          </SmallButton>
        )
      }
    >
      {data
        ? 'As soon as the commissioner starts a season, the standings appear here.'
        : 'The server cannot be reached right now.'}
    </EmptyCard>
  )
}
