import { type RoundResult, sameResult } from './round.ts'

/** The first result of a round, or another one that came later. A season has a list of them, in the order in which they came. */
export type PublishedResult = { roundId: number; result: RoundResult }

/** The rounds in the order in which each had its first result. */
export const resultOrder = (results: readonly PublishedResult[]): number[] => [
  ...new Set(results.map(({ roundId }) => roundId)),
]

/** Without the corrections. */
export const firstResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter((one, index) => results.findIndex(({ roundId }) => roundId === one.roundId) === index)

/** The result that changed something last. `former` is the one that it corrected; null when it was the first of its round. */
export type LastResult = { roundId: number; former: RoundResult | null }

export function lastResult(results: readonly PublishedResult[]): LastResult | null {
  const published = new Map<number, RoundResult>()
  let last: LastResult | null = null
  for (const { roundId, result } of results) {
    const former = published.get(roundId) ?? null
    if (former === null || !sameResult(former, result)) last = { roundId, former }
    published.set(roundId, result)
  }
  return last
}
