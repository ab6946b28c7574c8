import type { Graph } from '../../api/contract/leaderboards.ts'

export type PointsLine = Graph[number] & {
  /** 1 to 8, a colour of the palette. */
  series: number
  stroke: 'solid' | 'dashed' | 'dotted'
  /** Among the first three. */
  leads: boolean
}

const colours = 8
const leaders = 3
const strokes = ['solid', 'dashed', 'dotted'] as const
/** Nobody can distinguish more lines, and a phone would need seconds to draw them. */
const linesMax = colours * strokes.length

export const isCrowded = (graph: Graph) => graph.length > linesMax

/** In a large league only the leaders and the chosen player, unless all are asked for. */
export function linesOf(graph: Graph, chosen: number | null, all: boolean): PointsLine[] {
  const byTotal = graph.toSorted((a, b) => totalOf(b) - totalOf(a))
  const drawn = all || !isCrowded(graph) ? byTotal : inFront(byTotal, chosen)
  return drawn.map((player, index) => ({
    ...player,
    series: (index % colours) + 1,
    stroke: strokes[Math.floor(index / colours) % strokes.length] ?? 'solid',
    leads: index < leaders,
  }))
}

function inFront(byTotal: Graph, chosen: number | null): Graph {
  const behind = byTotal.slice(linesMax).filter(({ userId }) => userId === chosen)
  return [...byTotal.slice(0, linesMax), ...behind]
}

const totalOf = ({ points }: Graph[number]) => points.at(-1)?.points ?? 0
