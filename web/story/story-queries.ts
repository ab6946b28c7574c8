import { queryOptions } from '@tanstack/react-query'
import type { PickStory } from '../../api/contract/pick-stories.ts'
import { api } from '../server/api.ts'

const staleTime = 5_000

/** What has just happened is sealed within a second or two. */
const askAgainMs = 2_000
const asksMax = 30

export const storyQuery = (...path: [seasonId: string, roundId: string, playerId: string]) =>
  storyFrom(path, () =>
    api(
      'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}',
      Number(path[0]),
      Number(path[1]),
      Number(path[2]),
    ),
  )

/** @param status of the sport, so that a lock or a result is looked for at once. */
export const ownStoryQuery = (token: string, status = '') =>
  storyFrom([token, status], async () => {
    const { story } = await api('GET /picks/{token}', token, { story: 'true' })
    if (!story) throw new Error('This server has no history of picks')
    return story
  })

const storyFrom = (of: readonly string[], queryFn: () => Promise<PickStory>) =>
  queryOptions({
    queryKey: ['story', ...of],
    queryFn,
    staleTime,
    refetchInterval: ({ state }) =>
      state.data?.events.some(awaitsSeal) && state.dataUpdateCount < asksMax ? askAgainMs : false,
  })

/** Mails and refused attempts are not in the log. */
const awaitsSeal = ({ kind, seal }: PickStory['events'][number]) =>
  !seal && kind !== 'mail' && kind !== 'refused'
