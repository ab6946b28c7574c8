import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useLocking } from '../locking.ts'
import { ownPickQuery } from '../server/public-queries.ts'
import { Page } from '../shell/page.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { LinkRefusal } from './link-refusal.tsx'
import { PickRound } from './pick-round.tsx'

/** Opening a link changes nothing, however often it is opened. */
export function PickPage() {
  const { token = '' } = useParams()
  const link = useQuery(ownPickQuery(token))
  const { data, error } = link
  const { round, cancelled } = data?.pick ?? {}
  const open = round && !cancelled ? [{ ...round, lock_time: round.lockTime }] : []
  const isLocking = useLocking(open, link.refetch, data?.clockAheadMs)
  const sport = round?.sportName
  return (
    <Page title={sport && `${sport} picks`} adminLink={false} width="narrow">
      {data ? (
        <PickRound key={token} token={token} link={data} isLocking={isLocking} />
      ) : error ? (
        <LinkRefusal error={error} busy={link.isFetching} onRetry={link.refetch} />
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
