import type { Graph, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { playerTint, TINTS } from '../../../domain/tints.ts'

export type PointsLine = Graph[number] & {
  tint: number
  stroke: 'solid' | 'dashed' | 'dotted'
  /** Among the first three. */
  leads: boolean
  /** Of the player to whom this device belongs. */
  isYours: boolean
}

const leaders = 3
const strokes = ['solid', 'dashed', 'dotted'] as const
/** Nobody can distinguish more lines, and a phone would need seconds to draw them. */
const linesMax = 2 * TINTS

export const isCrowded = (graph: Graph) => graph.length > linesMax

/** Whose lines are drawn where there are too many: those of the leaders, the chosen player and this device's. */
type Wanted = { chosen: number | null; yours: number | null; all: boolean }

export function linesOf(
  graph: Graph,
  table: readonly LeaderboardEntry[],
  { chosen, yours, all }: Wanted,
): PointsLine[] {
  const placeOf = new Map(table.map(({ userId }, place) => [userId, place]))
  const last = table.length
  const byRank = graph.toSorted((a, b) => (placeOf.get(a.userId) ?? last) - (placeOf.get(b.userId) ?? last))
  const drawn = all || !isCrowded(graph) ? byRank : inFront(byRank, [chosen, yours])
  return drawn.map((player, index) => {
    const tint = playerTint(player.userId)
    const sharing = drawn.slice(0, index).filter(({ userId }) => playerTint(userId) === tint).length
    return {
      ...player,
      tint,
      stroke: strokes[sharing % strokes.length] ?? 'solid',
      leads: index < leaders,
      isYours: player.userId === yours,
    }
  })
}

function inFront(byRank: Graph, wanted: (number | null)[]): Graph {
  const others = byRank.slice(linesMax).filter(({ userId }) => wanted.includes(userId))
  return [...byRank.slice(0, linesMax), ...others]
}
