import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { ButtonLink } from '../ui/button.tsx'
import { LoadFailed } from '../ui/waiting/load-failed.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
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
  const query = useQuery(ownStoryQuery(token, pick.round.status))
  const { data, error } = query
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
                Open the Page to Share or Print
              </ButtonLink>
            </div>
          )}
        </>
      ) : error ? (
        <LoadFailed title="The history of this pick could not be loaded" query={query} />
      ) : (
        <Skeleton shape="block" />
      )}
    </>
  )
}
