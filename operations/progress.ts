import { clearLine, cursorTo } from 'node:readline'
import type { OnProgress } from './league.ts'

export type Progress = { onProgress: OnProgress; end(): void }

const SECONDS_PER_HOUR = 3_600
const DRAW_MS = 100

/** At a terminal a line that moves; elsewhere one line at the end, with the rate. */
export function showProgress(print: (line: string) => void, isTerminal: boolean): Progress {
  const startedMs = performance.now()
  const rateOf = (events: number) => Math.round((events * 1_000) / (performance.now() - startedMs))
  let read = 0
  let drawnMs = 0
  return {
    onProgress: (events, total) => {
      read = events
      if (!isTerminal || total === null || performance.now() - drawnMs < DRAW_MS) return
      drawnMs = performance.now()
      const rate = rateOf(events)
      const all = Math.max(total, events)
      const left = timeOf((all - events) / Math.max(rate, 1))
      draw(
        `  ${Math.floor((events * 100) / Math.max(all, 1))}% | ${events} of ${all} events | ${rate} a second | ${left} left`,
      )
    },
    end: () => {
      if (drawnMs > 0) draw('')
      const seconds = (performance.now() - startedMs) / 1_000
      if (read > 0) print(`  ${read} events in ${seconds.toFixed(1)} s: ${rateOf(read)} a second`)
    },
  }
}

function draw(line: string) {
  cursorTo(process.stderr, 0)
  process.stderr.write(line)
  clearLine(process.stderr, 1)
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < SECONDS_PER_HOUR) return `${Math.ceil(whole / 60)} min`
  return `${(whole / SECONDS_PER_HOUR).toFixed(1)} h`
}
