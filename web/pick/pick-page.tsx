import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useLocking } from '../locking.ts'
import { ownPickQuery } from '../server/public-queries.ts'
import { LinkPage } from './link-page.tsx'
import { PickRound } from './pick-round.tsx'

export function PickPage() {
  const { token = '' } = useParams()
  const link = useQuery(ownPickQuery(token))
  const { round, cancelled, clockAheadMs } = link.data ?? {}
  const isLocking = useLocking(round && !cancelled ? [round] : [], link.refetch, clockAheadMs)
  const sport = round?.sportName
  return (
    <LinkPage title={sport && `${sport} picks`} link={link}>
      {(opened) => <PickRound key={token} token={token} link={opened} isLocking={isLocking} />}
    </LinkPage>
  )
}
