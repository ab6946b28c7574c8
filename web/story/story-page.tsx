import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PickStory } from '../../api/contract/pick-stories.ts'
import { ownAddress } from '../browser/base-path.ts'
import { formatInZone } from '../pick/moment.ts'
import { Page } from '../shell/page.tsx'
import { sportAddress } from '../sport/sport-address.ts'
import { SmallButton, SmallLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Hint, Row } from '../ui/layout.tsx'
import { Time } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'
import { Result } from './result.tsx'
import { Story } from './story.tsx'
import { ownStoryQuery, storyQuery } from './story-queries.ts'

/** The page of a pick: at its public address, or at the player's own link. */
export function StoryPage() {
  const { token, seasonId, roundId, playerId } = useParams()
  const query = useQuery(
    token === undefined ? storyQuery(`${seasonId}`, `${roundId}`, `${playerId}`) : ownStoryQuery(token),
  )
  const { data } = query
  return (
    <Page
      title={data && `${data.user.name}, ${data.round.sportName}`}
      adminLink={token === undefined}
      width="narrow"
    >
      <Loaded query={query} title="This pick could not be loaded" blocks={2}>
        {(story) => <Whole story={story} token={token} />}
      </Loaded>
    </Page>
  )
}

function Whole({ story, token }: { story: PickStory; token: string | undefined }) {
  const { seasonName, seasonId, user, round, sealed, hasPicked, standing } = story
  return (
    <>
      <div>
        <Hint translate="no">{seasonName}</Hint>
        <h1 translate="no">
          {user.name}: {round.sportName}
        </h1>
        <Hint>
          {round.cancelled ? 'Cancelled. The lock:' : sealed ? 'Picks lock' : 'Locked since'}{' '}
          <Time of={round.lockTime}>{formatInZone(round.lockTime, round.offsets, 'seconds')}</Time>
        </Hint>
      </div>
      {sealed && (
        <Notice
          title={`${user.name} has ${hasPicked ? 'picked' : `not picked${round.cancelled ? '' : ' yet'}`}.`}
        >
          {round.cancelled
            ? 'The sport was cancelled before its lock, so picks stay hidden.'
            : token === undefined
              ? 'Everybody sees the pick and its times here after the lock.'
              : 'Only you see your pick here. Everybody sees it after the lock.'}
        </Notice>
      )}
      {standing && !sealed && (
        <Result {...standing} sentence={standing.pickSentence} why={standing.sentence} />
      )}
      <Story story={story} />
      <Row gap={2} data-print={false}>
        <CopyButton text={`${ownAddress}${addressOf(story)}`} name="Copy the Address of This Page" />
        <SmallButton onClick={() => print()}>Print</SmallButton>
        <SmallLink to={sportAddress(seasonId, round.id)} variant="quiet">
          What Everybody Picked
        </SmallLink>
        <SmallLink to={`/?season=${seasonId}`} variant="quiet">
          See the standings
        </SmallLink>
      </Row>
    </>
  )
}

/** Never with the link of the player. */
export const addressOf = ({ seasonId, round, user }: PickStory) =>
  `${sportAddress(seasonId, round.id)}/players/${user.id}`
