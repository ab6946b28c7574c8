import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPick } from '../../api/contract/picks.ts'
import { AskLate } from '../pick/form/ask-late.tsx'
import { ownPickQuery } from '../server/public-queries.ts'
import { sportAddress } from '../sport/sport-address.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Asked } from '../ui/waiting/loaded.tsx'
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
  const queries = useQueryClient()
  const story = ownStoryQuery(token, pick.round.status)
  const lookAgain = () =>
    Promise.all([ownPickQuery(token), story].map(({ queryKey }) => queries.invalidateQueries({ queryKey })))
  const mayAsk = pick.round.status === 'locked' && !pick.currentPick && !pick.cancelled
  return (
    <>
      {pick.result && <Result {...pick.result} />}
      {children}
      <div>
        <ButtonLink to={sportAddress(pick.seasonId, pick.round.id)} variant="secondary">
          What Everybody Picked
        </ButtonLink>
      </div>
      {mayAsk && <AskLate pick={pick} token={token} onAsked={lookAgain} />}
      <Asked of={story} title="The history of this pick could not be loaded" blocks={1}>
        {(story) => (
          <>
            <Story story={story} />
            {!story.sealed && (
              <div>
                <ButtonLink to={addressOf(story)} variant="secondary">
                  Open the Page to Share or Print
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </Asked>
    </>
  )
}
