import type { Graph } from '../../api/contract/leaderboards.ts'

/** A player's line as it is drawn. */
export type PointsLine = Graph[number] & {
  /** 1 to 8, one of the palette's colours. */
  series: number
  stroke: 'solid' | 'dashed' | 'dotted'
}

const colours = 8
const strokes = ['solid', 'dashed', 'dotted'] as const
/** More lines than that nobody can tell apart, and a phone draws them for seconds. */
const linesMax = colours * strokes.length

export const isCrowded = (graph: Graph) => graph.length > linesMax

/** Everyone's line; in a large league those in front, and whoever was chosen, unless all are asked for. */
export function linesOf(graph: Graph, chosen: number | null, all: boolean): PointsLine[] {
  const drawn = all || !isCrowded(graph) ? graph : inFront(graph, chosen)
  return drawn.map((player, index) => ({
    ...player,
    series: (index % colours) + 1,
    stroke: strokes[Math.floor(index / colours) % strokes.length] ?? 'solid',
  }))
}

function inFront(graph: Graph, chosen: number | null): Graph {
  const byTotal = graph.toSorted((a, b) => totalOf(b) - totalOf(a))
  const behind = byTotal.slice(linesMax).filter(({ userId }) => userId === chosen)
  return [...byTotal.slice(0, linesMax), ...behind]
}

const totalOf = ({ points }: Graph[number]) => points.at(-1)?.points ?? 0
