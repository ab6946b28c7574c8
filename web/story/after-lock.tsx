import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { errorText } from '../request.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Result } from './result.tsx'
import { Story } from './story.tsx'
import { addressOf } from './story-page.tsx'
import { ownStoryQuery } from './story-queries.ts'

type AfterLockProps = {
  pick: OwnPick
  token: string
  children: ReactNode
}

/** What the player's own link shows once nobody can pick any more: the page of the pick. */
export function AfterLock({ pick, token, children }: AfterLockProps) {
  const { data, error, refetch, isFetching } = useQuery(ownStoryQuery(token, pick.round.status))
  return (
    <>
      {pick.result && <Result {...pick.result} />}
      {children}
      {data ? (
        <>
          <Story story={data} />
          {!data.sealed && (
            <div>
              <ButtonLink to={addressOf(data)} variant="secondary">
                The page to share and print
              </ButtonLink>
            </div>
          )}
        </>
      ) : error ? (
        <Notice
          tone="danger"
          title="The story of this pick could not be loaded"
          action={
            <Button variant="secondary" size="small" busy={isFetching} onClick={() => refetch()}>
              Try Again
            </Button>
          }
        >
          {errorText(error, 'Please try again.')}
        </Notice>
      ) : (
        <Skeleton shape="block" />
      )}
    </>
  )
}
