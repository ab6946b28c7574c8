import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import ReactECharts from 'echarts-for-react/esm/core'
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import type { Graph } from '#api/contract/leaderboards'
import { useTheme } from '../theme.ts'
import styles from './points-chart.module.css'
import { chartOption } from './points-chart-option.ts'
import { PointsLegend } from './points-legend.tsx'

echarts.use([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

const narrow = window.matchMedia('(width < 640px)')

export function PointsChart({ graph }: { graph: Graph }): ReactNode {
  const theme = useTheme((state) => state.theme)
  const [chosen, setChosen] = useState<number | null>(null)
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read from the page, which follows the theme
  const option = useMemo(() => chartOption(graph, chosen, isNarrow), [graph, chosen, isNarrow, theme])
  return (
    <>
      <div
        className={styles.chart}
        role="img"
        aria-label="Line chart of cumulative points. A table with the same figures follows."
      >
        <ReactECharts echarts={echarts} option={option} notMerge style={{ height: '100%' }} />
      </div>
      <PointsLegend graph={graph} chosen={chosen} onChoose={setChosen} />
    </>
  )
}

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
