import { atOf, type Instant, type Placed } from '../event.ts'
import { type Round, type RoundEvent, type RoundResult, sameResult } from './round.ts'
import { resultNow } from './team-names.ts'

/** `without` are the rounds that had no result at that moment, because it had been taken back. */
export type PublishedResult = {
  roundId: number
  result: RoundResult
  without?: readonly number[]
  /** Not the one that was published already. */
  isNew: boolean
  position: string
  at: Instant
  reason: string | null
}

/** Of a round that was purged, the past is gone as well. */
export function resultsAfter(
  before: readonly PublishedResult[],
  event: RoundEvent & Placed,
  rounds: ReadonlyMap<number, Round>,
): readonly PublishedResult[] {
  const { roundId } = event.data
  const round = rounds.get(roundId) ?? { status: 'missing' }
  if (event.type === 'RoundPurged') {
    return before
      .filter((one) => one.roundId !== roundId)
      .map((one) => (one.without ? { ...one, without: one.without.filter((id) => id !== roundId) } : one))
  }
  if (event.type === 'RoundTeamRenamed') {
    const renamed = 'locksAt' in round ? round : {}
    return before.map((one) =>
      one.roundId === roundId ? { ...one, result: resultNow(one.result, renamed) } : one,
    )
  }
  if (event.type === 'TieBreakQuestionDropped') {
    return before.map((one) => {
      const { answer: _, ...result } = one.result
      return one.roundId === roundId ? { ...one, result } : one
    })
  }
  if (event.type !== 'RoundCompleted' || round.status !== 'completed') return before
  const without = resultOrder(before).filter((id) => rounds.get(id)?.status !== 'completed')
  const { result } = round
  const former = before.findLast((one) => one.roundId === roundId)
  const isNew = former === undefined || !sameResult(former.result, result)
  const { position = '', metadata } = event
  const when = { position, at: atOf(event), reason: metadata?.reason ?? null }
  return [...before, { roundId, result, without, isNew, ...when }]
}

export const resultOrder = (results: readonly PublishedResult[]): number[] => [
  ...new Set(results.map(({ roundId }) => roundId)),
]

/** Without those that published once more what was published. */
export const newResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter(({ isNew }) => isNew)

/** When and why a round was last given another result than before. */
export const correctionOf = (results: readonly PublishedResult[], roundId: number): PublishedResult | null =>
  newResults(results.filter((one) => one.roundId === roundId))
    .slice(1)
    .at(-1) ?? null

export const firstResults = (results: readonly PublishedResult[]): PublishedResult[] =>
  results.filter((one, index) => results.findIndex(({ roundId }) => roundId === one.roundId) === index)

/** `unseen` where another round was published meanwhile: nobody saw the former result with that one. */
type LastResult = { roundId: number; former: RoundResult | 'unseen' | null }

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
