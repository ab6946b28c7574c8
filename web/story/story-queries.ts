import type { PickStory } from '../../api/contract/pick-stories.ts'
import { getOwnStory, getPickStory } from '../client.ts'

type StoryQuery = { queryKey: string[]; queryFn: () => Promise<PickStory>; staleTime: number }

const staleTime = 5_000

export function storyQuery(...path: [seasonId: string, roundId: string, playerId: string]): StoryQuery {
  const [seasonId = 0, roundId = 0, playerId = 0] = path.map(Number)
  return {
    queryKey: ['story', ...path],
    queryFn: () => getPickStory(seasonId, roundId, playerId),
    staleTime,
  }
}

/** @param status of the sport, so that a lock or a result is looked for at once. */
export const ownStoryQuery = (token: string, status = ''): StoryQuery => ({
  queryKey: ['story', token, status],
  queryFn: async () => {
    const { story } = await getOwnStory({ story: 'true' }, token)
    if (!story) throw new Error('This server tells no stories of picks')
    return story
  },
  staleTime,
})
