import { setTimeout as sleep } from 'node:timers/promises'

/** What a server process holds, so many seconds after the first look. */
type Sample = { seconds: number } & Record<Figure, number>

type Figure = keyof typeof SERIES

const MB = 1024 * 1024

/** By the names under which the server counts them. */
const SERIES = {
  residentMb: 'process_resident_memory_bytes',
  heapMb: 'nodejs_heap_size_used_bytes',
  externalMb: 'nodejs_external_memory_bytes',
} as const

const FIGURES = Object.keys(SERIES) as Figure[]

/**
 * Runs before the server: what nobody holds any more is collected again and again, so that garbage is not taken for a leak. Never in step with
 * the looks, each of which would fall behind the collection by the same time.
 */
const COLLECTOR = `
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  setInterval(runInNewContext('gc'), 1_300).unref()
`

/** For the server process. */
export const collectorEnv = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(COLLECTOR)}` }

/** Looks again and again until the signal aborts. */
export async function sampleMemory(
  metricsUrl: string,
  everyMs: number,
  signal: AbortSignal,
): Promise<Sample[]> {
  const startedMs = performance.now()
  const samples: Sample[] = []
  while (!signal.aborted) {
    const text = await (await fetch(metricsUrl)).text()
    const megabytes = (figure: Figure) => {
      const value = new RegExp(`^${SERIES[figure]} (\\S+)$`, 'm').exec(text)?.[1]
      return Number(value) / MB
    }
    samples.push({
      seconds: (performance.now() - startedMs) / 1_000,
      residentMb: megabytes('residentMb'),
      heapMb: megabytes('heapMb'),
      externalMb: megabytes('externalMb'),
    })
    await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
  return samples
}

/** A line for each part of the time, with the medians of its samples, and how fast each grew in the second half. */
export function memoryTable(samples: readonly Sample[], parts = 10): string {
  const line = (first: string, rest: readonly string[]) =>
    [first.padStart(8), ...rest.map((text) => text.padStart(12))].join('')
  const medians = Array.from({ length: parts }, (_, part) => medianOf(partOf(samples, part, parts)))
  const rows = medians.map((sample) =>
    line(
      `${Math.round(sample.seconds)} s`,
      FIGURES.map((figure) => sample[figure].toFixed(1)),
    ),
  )
  // Not of the samples themselves: those that fall into a collection stand far above the others.
  const slopes = FIGURES.map((figure) => slopePerMinute(partOf(medians, 1, 2), figure).toFixed(2))
  return [line('until', FIGURES), ...rows, line('a minute', slopes)].join('\n')
}

/** By how much of itself a figure has grown: the median of the last quarter over that of the second. */
export function growthOf(samples: readonly Sample[], figure: Figure): number {
  return median(partOf(samples, 3, 4), figure) / median(partOf(samples, 1, 4), figure) - 1
}

/** Of the straight line that fits best. */
function slopePerMinute(samples: readonly Sample[], figure: Figure): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(samples.map(({ seconds }) => seconds / 60))
  const meanY = mean(samples.map((sample) => sample[figure]))
  const offsets = samples.map((sample) => ({ x: sample.seconds / 60 - meanX, y: sample[figure] - meanY }))
  return mean(offsets.map(({ x, y }) => x * y)) / mean(offsets.map(({ x }) => x * x))
}

const partOf = (samples: readonly Sample[], part: number, parts: number) =>
  samples.slice(
    Math.floor((part * samples.length) / parts),
    Math.floor(((part + 1) * samples.length) / parts),
  )

/** As it stood at their end, by the median of each figure. */
function medianOf(samples: readonly Sample[]): Sample {
  const figures = FIGURES.map((figure) => [figure, median(samples, figure)])
  return { ...Object.fromEntries(figures), seconds: samples.at(-1)?.seconds ?? 0 }
}

function median(samples: readonly Sample[], figure: Figure): number {
  const sorted = samples.map((sample) => sample[figure]).sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
