import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import ReactECharts from 'echarts-for-react/esm/core'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Graph, LeaderboardEntry } from '../../../api/contract/leaderboards.ts'
import { useNarrow } from '../../browser/narrow.ts'
import { useTheme } from '../../theme.ts'
import { useThisPlayer } from '../../this-player.ts'
import styles from './points-chart.module.css'
import { chartOption } from './points-chart-option.ts'
import { PointsLegend } from './points-legend.tsx'
import { linesOf, type PointsLine } from './points-lines.ts'

echarts.use([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

type PointsChartProps = { graph: Graph; table: readonly LeaderboardEntry[] }

/** Half the width of a thumb. */
const reachPx = 24

export function PointsChart({ graph, table }: PointsChartProps): ReactNode {
  const theme = useTheme((state) => state.theme)
  const [chosen, setChosen] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const [chart, setChart] = useState<echarts.EChartsType>()
  const yours = useThisPlayer(({ userId }) => userId)
  const isNarrow = useNarrow()
  const lines = useMemo(
    () => linesOf(graph, table, { chosen, yours, all }),
    [graph, table, chosen, yours, all],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which follows the theme
  const option = useMemo(() => chartOption(lines, chosen, isNarrow), [lines, chosen, isNarrow, theme])
  useEffect(() => {
    const choose = ({ offsetX, offsetY }: { offsetX: number; offsetY: number }) =>
      chart && setChosen(playerAt(chart, lines, offsetX, offsetY))
    chart?.getZr().on('click', choose)
    return () => chart?.getZr()?.off('click', choose)
  }, [chart, lines])
  return (
    <>
      <div
        className={styles.chart}
        role="img"
        aria-label="Line chart of cumulative points. A table with the same figures follows."
      >
        <ReactECharts
          echarts={echarts}
          option={option}
          notMerge
          style={{ height: '100%' }}
          onChartReady={setChart}
        />
      </div>
      <PointsLegend
        graph={graph}
        lines={lines}
        chosen={chosen}
        onChoose={setChosen}
        onAll={() => setAll(true)}
      />
    </>
  )
}

/** The nearest line within reach: a finger does not hit a line of two pixels. */
function playerAt(chart: echarts.EChartsType, lines: PointsLine[], x: number, y: number): number | null {
  const [at = 0] = chart.convertFromPixel({ gridIndex: 0 }, [x, y])
  const distances = lines.map(({ userId, points }) => {
    const [, lineY = 0] = chart.convertToPixel({ gridIndex: 0 }, [at, points[at]?.points ?? 0])
    return { userId, distance: Math.abs(lineY - y) }
  })
  const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0]
  return nearest && nearest.distance <= reachPx ? nearest.userId : null
}
