import type { Graph } from '../../../api/contract/leaderboards.ts'

export type PointsLine = Graph[number] & {
  /** 1 to 8, a colour of the palette. */
  series: number
  stroke: 'solid' | 'dashed' | 'dotted'
  /** Among the first three. */
  leads: boolean
  /** Of the player to whom this device belongs. */
  isYours: boolean
}

const colours = 8
const leaders = 3
const strokes = ['solid', 'dashed', 'dotted'] as const
/** Nobody can distinguish more lines, and a phone would need seconds to draw them. */
const linesMax = colours * strokes.length

export const isCrowded = (graph: Graph) => graph.length > linesMax

/** Whose lines are drawn where there are too many: those of the leaders, the chosen player and this device's. */
type Wanted = { chosen: number | null; yours: number | null; all: boolean }

export function linesOf(graph: Graph, { chosen, yours, all }: Wanted): PointsLine[] {
  const byTotal = graph.toSorted((a, b) => totalOf(b) - totalOf(a))
  const drawn = all || !isCrowded(graph) ? byTotal : inFront(byTotal, [chosen, yours])
  return drawn.map((player, index) => ({
    ...player,
    series: (index % colours) + 1,
    stroke: strokes[Math.floor(index / colours) % strokes.length] ?? 'solid',
    leads: index < leaders,
    isYours: player.userId === yours,
  }))
}

function inFront(byTotal: Graph, wanted: (number | null)[]): Graph {
  const others = byTotal.slice(linesMax).filter(({ userId }) => wanted.includes(userId))
  return [...byTotal.slice(0, linesMax), ...others]
}

const totalOf = ({ points }: Graph[number]) => points.at(-1)?.points ?? 0
