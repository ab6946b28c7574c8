import type { Graph } from '#api/contract/leaderboards'
import { lineLook, shortened } from './points-chart-option.ts'
import styles from './points-legend.module.css'

type PointsLegendProps = { graph: Graph; chosen: number | null; onChoose: (userId: number | null) => void }

/** Who is which line. Pressing a name brings its line to the front; pressing it again lets go. */
export function PointsLegend({ graph, chosen, onChoose }: PointsLegendProps) {
  return (
    <ul className={styles.legend} aria-label="Players in the chart">
      {graph.map(({ userId, userName }, index) => {
        const { series, stroke } = lineLook(index)
        const isChosen = chosen === userId
        return (
          <li key={userId}>
            <button
              type="button"
              className={styles.name}
              title={userName}
              aria-pressed={isChosen}
              onClick={() => onChoose(isChosen ? null : userId)}
            >
              <span className={styles.line} data-series={series} data-stroke={stroke} />
              {shortened(userName)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
