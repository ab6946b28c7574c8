import type { UseQueryResult } from '@tanstack/react-query'
import { SmallButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** For a visitor a failed request means that there are no standings yet. */
export function NoStandings({ query: { isFetching, refetch } }: { query: UseQueryResult }) {
  return (
    <Card>
      <EmptyState
        title="No seasons or data available yet."
        action={
          <SmallButton variant="quiet" busy={isFetching} onClick={() => refetch()}>
            Try Again
          </SmallButton>
        }
      >
        Or the server cannot be reached right now.
      </EmptyState>
    </Card>
  )
}
