import { Presets, SingleBar } from 'cli-progress'
import type { OnProgress } from './league.ts'

export type Progress = { onProgress: OnProgress; end(): void }

const BAR = '  {bar} {percentage}% | {value} of {total} events | {rate} a second | {left} left'
const SECONDS_PER_HOUR = 3_600

/** A bar where somebody looks; elsewhere nothing until the end, where the rate is told. */
export function showProgress(print: (line: string) => void, isTerminal: boolean): Progress {
  const bar = new SingleBar({ format: BAR, hideCursor: true, noTTYOutput: false }, Presets.shades_classic)
  const startedMs = performance.now()
  const rateOf = (events: number) => Math.round((events * 1_000) / (performance.now() - startedMs))
  let read = 0
  let isDrawn = false
  return {
    onProgress: (events, total) => {
      read = events
      if (!isTerminal || total === null) return
      const rate = rateOf(events)
      const all = Math.max(total, events)
      const figures = { rate, left: timeOf((all - events) / Math.max(rate, 1)) }
      if (!isDrawn) bar.start(all, events, figures)
      isDrawn = true
      bar.setTotal(all)
      bar.update(events, figures)
    },
    end: () => {
      if (isDrawn) bar.stop()
      const seconds = (performance.now() - startedMs) / 1_000
      if (read > 0) print(`  ${read} events in ${seconds.toFixed(1)} s: ${rateOf(read)} a second`)
    },
  }
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < SECONDS_PER_HOUR) return `${Math.ceil(whole / 60)} min`
  return `${(whole / SECONDS_PER_HOUR).toFixed(1)} h`
}
