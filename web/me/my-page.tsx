import { useQuery } from '@tanstack/react-query'
import { Fragment, Suspense } from 'react'
import { useParams } from 'react-router'
import { useLocking } from '../locking.ts'
import { LinkPage } from '../pick/link-page.tsx'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { myPageQuery } from './my-page-query.ts'
import { OpenSports } from './open-sports.tsx'

// Most come to pick. The page is useful without this file.
const BelowOpen = lazyPart('BelowOpen', () => import('./below-open.tsx'))

/** All sports of all people of one address. */
export function MyPage() {
  const { token = '' } = useParams()
  const link = useQuery(myPageQuery(token))
  const open = link.data?.open.map(({ round }) => round)
  useLocking(open, link.refetch, link.data?.clockAheadMs)
  return (
    <LinkPage title="All your picks" link={link}>
      {(page) => (
        <Fragment key={token}>
          {page.elsewhere.map(({ name, sentence }) => (
            <Notice key={name}>{sentence}.</Notice>
          ))}
          <OpenSports token={token} page={page} />
          <Suspense fallback={<Skeleton shape="block" />}>
            <BelowOpen token={token} page={page} />
          </Suspense>
        </Fragment>
      )}
    </LinkPage>
  )
}
