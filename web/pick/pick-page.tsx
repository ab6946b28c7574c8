import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { invitationQuery } from '../public-queries.ts'
import { ClientError } from '../request.ts'
import { Page } from '../shell/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PickRefusal } from './pick-refusal.tsx'
import { PickRound } from './pick-round.tsx'

/** Where a player's link leads. Looking at it changes nothing, however often it is opened. */
export function PickPage() {
  const { token = '' } = useParams()
  const invitation = useQuery(invitationQuery(token))
  const { data, error } = invitation
  const sport = data?.round.sportName
  return (
    <Page title={sport && `${sport} picks`} adminLink={false} width="narrow">
      {data ? (
        <PickRound
          key={token}
          token={token}
          invitation={data}
          clockAheadMs={data.clockAheadMs}
          lockedByServer={error instanceof ClientError && error.locked}
          onLockTime={invitation.refetch}
        />
      ) : error ? (
        <PickRefusal error={error} busy={invitation.isFetching} onRetry={invitation.refetch} />
      ) : (
        <div>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="block" />
        </div>
      )}
    </Page>
  )
}
