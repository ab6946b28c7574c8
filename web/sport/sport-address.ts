import type { Leaderboard } from '../../api/contract/leaderboards.ts'

export const sportAddress = (seasonId: number, roundId: number) => `/seasons/${seasonId}/sports/${roundId}`

/** Of everybody on the board. Who left the season since is not there. */
export function namesOn({ leaderboard }: Leaderboard): (userId: number) => string {
  const names = new Map(leaderboard.map(({ userId, userName }) => [userId, userName]))
  return (userId) => names.get(userId) ?? 'somebody who left'
}
