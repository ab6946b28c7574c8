import type { Graph, Leaderboard } from '../../api/contract/leaderboards.ts'

/**
 * The graph as it was: points as the board of that moment has them, and nothing of what was scored later.
 */
export function graphThen(today: Graph, { rounds, leaderboard }: Leaderboard): Graph {
  const scored = new Set(rounds.filter(({ status }) => status === 'completed').map(({ id }) => id))
  const entries = new Map(leaderboard.map((entry) => [entry.userId, entry]))
  return today.flatMap((series) => {
    const entry = entries.get(series.userId)
    if (!entry) return []
    let sum = 0
    const points = series.points
      .filter(({ roundId }) => roundId === 0 || scored.has(roundId))
      .map((point) => {
        sum += entry.scores[point.roundId]?.total_points ?? 0
        return { ...point, points: sum }
      })
    return [{ ...series, points }]
  })
}
