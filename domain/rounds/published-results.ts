import { type RoundResult, sameResult } from './round.ts'

/** The first result of a round, or a later correction. */
export type PublishedResult = { roundId: number; result: RoundResult }

export const resultOrder = (results: readonly PublishedResult[]): number[] => [
  ...new Set(results.map(({ roundId }) => roundId)),
]

export const firstResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter((one, index) => results.findIndex(({ roundId }) => roundId === one.roundId) === index)

/** `former` is the result that it corrected, null when it was the first of its round. */
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
