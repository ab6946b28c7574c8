import type { Load } from './load.ts'

const ROUNDS = 3

/**
 * Each in turn, after a round that only warms up: what the machine does besides falls on both.
 * @returns the median of the rounds for each figure.
 */
export async function alternately(ours: () => Promise<Load>, theirs: () => Promise<Load>) {
  const loads: { ours: Load; theirs: Load }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    loads.push({ theirs: await theirs(), ours: await ours() })
  }
  const [, ...measured] = loads
  return {
    ours: medians(measured.map((each) => each.ours)),
    theirs: medians(measured.map((each) => each.theirs)),
  }
}

const medians = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  failed: median(loads.map(({ failed }) => failed)),
})

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
