import { leaderboardQuery } from '../server/public-queries.ts'
import { queryClient } from '../server/queries.ts'
import { lazyPart } from '../shell/lazy-screen.tsx'
import type { PictureProps } from '../sport/picture.tsx'
import { awaitingResult } from './board/sport-state.ts'

// For the days between a lock and its result.
const load = () => import('../sport/picture.tsx')

export const Picture = lazyPart<'Picture', PictureProps>('Picture', load)

/** Ahead of the first drawing, so that nothing moves down when it comes. */
export async function loadPicture(seasonId: number): Promise<void> {
  const board = queryClient.getQueryData(leaderboardQuery(seasonId).queryKey)
  const [sport] = awaitingResult(board?.rounds ?? [])
  if (!sport) return
  const { askForPicture } = await load()
  await Promise.all([Picture.load(), askForPicture(seasonId, sport.id)])
}
