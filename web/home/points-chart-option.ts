import type { LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { isCrowded, type PointsLine } from './points-lines.ts'

type ChartOption = ComposeOption<LineSeriesOption | GridComponentOption | TooltipComponentOption>

const labelLength = 10
const roundsToLabelAll = 12
const playersToList = 12

export function chartOption(lines: PointsLine[], chosen: number | null, isNarrow: boolean): ChartOption {
  const page = getComputedStyle(document.documentElement)
  const colour = (name: string) => page.getPropertyValue(name).trim()
  const text = {
    color: colour('--color-muted'),
    fontFamily: page.getPropertyValue('--font-body'),
    fontSize: 12,
  }
  const strong = { ...text, color: colour('--color-text') }
  const interval = (lines[0]?.points.length ?? 0) > roundsToLabelAll ? 'auto' : 0
  const crowded = isCrowded(lines)
  return {
    animation: !crowded && !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    animationDuration: 500,
    textStyle: text,
    grid: { top: 16, left: 8, right: 16, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      order: 'valueDesc',
      ...(lines.length > playersToList ? { formatter: theBest(lines, chosen) } : {}),
      confine: true,
      backgroundColor: colour('--color-raised'),
      borderColor: colour('--color-line'),
      textStyle: strong,
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: lines[0]?.points.map((point) => point.roundName) ?? [],
      axisLabel: { ...text, formatter: shortened, rotate: isNarrow ? 45 : 0, interval },
      axisLine: { lineStyle: { color: colour('--color-line-strong') } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: text,
      splitLine: { lineStyle: { color: colour('--color-line') } },
    },
    series: lines.map(({ userId, userName, points, series, stroke }) => {
      const faded = chosen !== null && chosen !== userId
      return {
        type: 'line',
        name: userName,
        data: points.map((point) => point.points),
        color: colour(`--series-${series}`),
        lineStyle: { width: chosen === userId ? 4 : 2, type: stroke, opacity: faded ? 0.15 : 1 },
        itemStyle: { opacity: faded ? 0.15 : 1 },
        z: chosen === userId ? 3 : 2,
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: !crowded,
        emphasis: { disabled: crowded, focus: 'series', lineStyle: { width: 4 } },
      }
    }),
  }
}

/** In a large league the tooltip lists the leaders and the chosen player. */
const theBest =
  (lines: PointsLine[], chosen: number | null): NonNullable<TooltipComponentOption['formatter']> =>
  (players) => {
    const sorted = [players].flat().toSorted((a, b) => Number(b.value) - Number(a.value))
    const listed = sorted.filter(
      ({ seriesIndex = 0 }, place) => place < playersToList || lines[seriesIndex]?.userId === chosen,
    )
    const rows = listed.map(({ marker, seriesName, value }) => `${marker}${seriesName}  ${value}`)
    return [sorted[0]?.name ?? '', ...rows, `and ${sorted.length - listed.length} more`].join('\n')
  }

export function shortened(label: string): string {
  const letters = Array.from(label)
  return letters.length > labelLength ? `${letters.slice(0, labelLength).join('')}…` : label
}
