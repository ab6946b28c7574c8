import { useState } from 'react'
import type { Graph } from '../../../api/contract/leaderboards.ts'
import { Figures, Hint } from '../../ui/layout.tsx'
import { useGrowingCount } from '../../ui/table/growing-count.ts'
import styles from './points-card.module.css'

/** The chart's figures, for people who cannot see it or want exact numbers. */
export function PointsTable({ graph }: { graph: Graph }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Hint as="span">The same figures as a table</Hint>
      </summary>
      {open && <DrawnInSteps graph={graph} />}
    </details>
  )
}

function DrawnInSteps({ graph }: { graph: Graph }) {
  const drawn = useGrowingCount(graph.length)
  return (
    <section
      className={styles.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
      tabIndex={0}
      aria-label="Cumulative points, scrolls sideways"
    >
      <Figures>
        <caption>Cumulative points after each completed sport</caption>
        <thead>
          <tr>
            <th scope="col">Player</th>
            {graph[0]?.points.map(({ roundId, roundName }) => (
              <th key={roundId} scope="col" translate="no">
                {roundName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {graph.slice(0, drawn).map(({ userId, userName, points }) => (
            <tr key={userId} translate="no">
              <th scope="row">{userName}</th>
              {points.map((point) => (
                <td key={point.roundId}>{point.points}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Figures>
    </section>
  )
}
