import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { useLocking } from '../locking.ts'
import { LinkRefusal } from '../pick/link-refusal.tsx'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { Page } from '../shell/page.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { myPageQuery, type OpenedPage } from './my-page-query.ts'
import { OpenSports } from './open-sports.tsx'

// Most come to pick. The page is useful without this file.
const BelowOpen = lazyPart('BelowOpen', () => import('./below-open.tsx'))

/** All sports of all people of one address. Opening it changes nothing, however often. */
export function MyPage() {
  const { token = '' } = useParams()
  const link = useQuery(myPageQuery(token))
  const { data, error } = link
  const open = data?.page.open.map(({ round }) => ({ ...round, lock_time: round.lockTime }))
  useLocking(open, link.refetch, data?.clockAheadMs)
  return (
    <Page title="All your picks" adminLink={false} width="narrow">
      {data ? (
        <Opened key={token} token={token} link={data} />
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

function Opened({ token, link }: { token: string; link: OpenedPage }) {
  const { page } = link
  return (
    <>
      {page.elsewhere.map(({ name, sentence }) => (
        <Notice key={name}>{sentence}.</Notice>
      ))}
      <OpenSports token={token} link={link} />
      <Suspense fallback={<Skeleton shape="block" />}>
        <BelowOpen token={token} page={page} />
      </Suspense>
    </>
  )
}
