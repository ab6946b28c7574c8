import type { LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { isCrowded, type PointsLine } from './points-lines.ts'

type ChartOption = ComposeOption<LineSeriesOption | GridComponentOption | TooltipComponentOption>

const labelLength = 10
const roundsToLabelAll = 12
const roundsInARow = 4
const playersToList = 12
/** Where leaders are tied, each line shows under the next. */
const leaderWidths = [5, 3.5, 2]

export function chartOption(lines: PointsLine[], chosen: number | null, isNarrow: boolean): ChartOption {
  const text = {
    color: colourOf('--color-muted'),
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-body'),
    fontSize: 12,
  }
  const strong = { ...text, color: colourOf('--color-text') }
  const sports = lines[0]?.points.length ?? 0
  const interval = sports > roundsToLabelAll ? 'auto' : 0
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
      backgroundColor: colourOf('--color-raised'),
      borderColor: colourOf('--color-line'),
      textStyle: strong,
    },
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: lines[0]?.points.map((point) => point.roundName) ?? [],
      axisLabel: {
        ...text,
        formatter: shortened,
        margin: 16,
        rotate: isNarrow && sports > roundsInARow ? 45 : 0,
        interval,
      },
      axisLine: { lineStyle: { color: colourOf('--color-line-strong') } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: text,
      splitLine: { lineStyle: { color: colourOf('--color-line') } },
    },
    series: lines.map(({ userId, userName, points, tint, stroke, leads, isYours }, place) => {
      const isChosen = chosen === userId
      const strong = isChosen || isYours || leads
      return {
        type: 'line',
        name: userName,
        data: points.map((point) => point.points),
        color: strong ? colourOf('--tint', tint) : colourOf('--color-line-strong'),
        lineStyle: {
          width: isChosen || isYours ? 4 : leads ? (leaderWidths[place] ?? 2) : 1.5,
          type: strong ? stroke : 'solid',
          opacity: strong ? 1 : 0.45,
        },
        itemStyle: { opacity: strong ? 1 : 0.45 },
        z: isChosen || isYours ? 4 : leads ? 3 : 2,
        symbol: 'circle',
        symbolSize: 6,
        showSymbol: strong && !crowded,
        emphasis: { disabled: crowded, focus: 'series', lineStyle: { width: 4 } },
      }
    }),
  }
}

/** Of a token in the theme that is shown. */
function colourOf(token: string, tint?: number): string {
  const probe = document.createElement('span')
  if (tint !== undefined) probe.dataset.tint = `${tint}`
  probe.style.color = `var(${token})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
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

function shortened(label: string): string {
  const letters = Array.from(label)
  return letters.length > labelLength ? `${letters.slice(0, labelLength).join('')}…` : label
}
