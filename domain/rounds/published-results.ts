import { type RoundResult, sameResult } from './round.ts'

/** `without` are the rounds that had no result at that moment, because it had been taken back. */
export type PublishedResult = { roundId: number; result: RoundResult; without?: readonly number[] }

export const resultOrder = (results: readonly PublishedResult[]): number[] => [
  ...new Set(results.map(({ roundId }) => roundId)),
]

/** Without those that published once more what was published. */
export const newResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter(({ roundId, result }, index) => {
    const former = results.slice(0, index).findLast((one) => one.roundId === roundId)
    return former === undefined || !sameResult(former.result, result)
  })

export const firstResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter((one, index) => results.findIndex(({ roundId }) => roundId === one.roundId) === index)

/** `unseen` where another round was published meanwhile: nobody saw the former result with that one. */
export type LastResult = { roundId: number; former: RoundResult | 'unseen' | null }

export function lastResult(results: readonly PublishedResult[]): LastResult | null {
  const published = new Map<number, RoundResult | 'unseen'>()
  let last: LastResult | null = null
  for (const { roundId, result, without = [] } of results) {
    const former = published.get(roundId) ?? null
    if (former === null || former === 'unseen' || !sameResult(former, result)) last = { roundId, former }
    published.set(roundId, result)
    for (const id of without) published.set(id, 'unseen')
  }
  return last
}
