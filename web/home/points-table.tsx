import type { Graph } from '#api/contract/leaderboards'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useGrowingCount } from './growing-count.ts'

/** The chart's figures, for those who cannot see it. */
export function PointsTable({ graph }: { graph: Graph }) {
  const drawn = useGrowingCount(graph.length)
  return (
    <VisuallyHidden>
      <table>
        <caption>Cumulative points after each completed sport</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {graph[0]?.points.map(({ roundId, roundName }) => (
              <th key={roundId} scope="col">
                {roundName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.slice(0, drawn).map(({ userId, userName, points }) => (
            <tr key={userId}>
              <th scope="row">{userName}</th>
              {points.map((point) => (
                <td key={point.roundId}>{point.points}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
