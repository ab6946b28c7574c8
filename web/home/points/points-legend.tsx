import type { Graph } from '../../../api/contract/leaderboards.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/inputs.tsx'
import { Row } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import styles from './points-chart.module.css'
import type { PointsLine } from './points-lines.ts'

type PointsLegendProps = {
  graph: Graph
  lines: PointsLine[]
  chosen: number | null
  onChoose: (userId: number | null) => void
  onAll: () => void
}

export function PointsLegend({ graph, lines, chosen, onChoose, onAll }: PointsLegendProps) {
  return (
    <>
      <ul className={styles.legend} aria-label="Players in the chart">
        {lines.toSorted(yoursFirst).map(({ userId, userName, tint, stroke, leads, isYours }) => {
          const isChosen = chosen === userId
          const isStrong = isChosen || isYours || leads
          return (
            <li key={userId}>
              <button
                type="button"
                className={styles.name}
                title={userName}
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : userId)}
              >
                <span
                  className={styles.line}
                  data-tint={isStrong ? tint : undefined}
                  style={isStrong ? { borderBlockStartStyle: stroke } : {}}
                />
                <span data-lines={1}>
                  <Name of={userName} />
                  {isYours && ' (you)'}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {lines.length < graph.length && (
        <Row gap={4} align="end">
          <Select
            label={`Find a player among all ${graph.length}`}
            value={chosen ?? ''}
            onChange={({ target }) => onChoose(Number(target.value) || null)}
            names={graph.map(({ userId, userName }) => [userId, userName])}
          >
            <option value="">The players in front</option>
          </Select>
          <Button variant="secondary" onClick={onAll}>
            Draw All Lines
          </Button>
        </Row>
      )}
    </>
  )
}

const yoursFirst = (a: PointsLine, b: PointsLine) => Number(b.isYours) - Number(a.isYours)
