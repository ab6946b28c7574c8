import type { TieBreak } from '../seasons/rules.ts'
import type { SeasonFacts } from '../seasons/standings.ts'
import { guessWithPick } from '../seasons/tie-breaks.ts'
import { type Case, casesOf } from './cases.ts'
import type { Contender, Remaining } from './remaining.ts'

export type Contest = ReturnType<typeof contestOf>

/** Who is ahead of whom, in extreme cases. */
export function contestOf(given: SeasonFacts, remaining: Remaining) {
  const chain = decidedAlone(given.rules.tieBreak)
  const facts = { ...given, rules: { ...given.rules, tieBreak: chain } }
  const caseOf = casesOf(facts, remaining)
  const bounds = new Map(
    remaining.contenders.map((one) => [one, { highest: caseOf(one, 'most'), lowest: caseOf(one, 'least') }]),
  )
  const boundsOf = (one: Contender) =>
    bounds.get(one) ?? { highest: caseOf(one, 'most'), lowest: caseOf(one, 'least') }
  const all = [...bounds.values()]
  const isZero = ({ totalPoints }: Case) => totalPoints === 0
  const scoring = all.filter(({ highest, lowest }) => !isZero(highest) || !isZero(lowest))
  let comparisonsLeft = COMPARISONS_MAX
  return {
    facts,
    ...remaining,
    caseOf,
    boundsOf,
    /** Not where those who are level here may be told apart by the rest of the chain. */
    isSure: chain.length === given.rules.tieBreak.length,
    /** Each by itself. */
    canAllBeZero: all.every(({ highest, lowest }) => highest.totalPoints >= 0 && lowest.totalPoints <= 0),
    /** In some outcome all totals are 0, and everybody is first. */
    isEverUnscored: all.every(({ lowest }) => isZero(lowest)) || all.every(({ highest }) => isZero(highest)),
    /** Whether there is time for so many more. */
    affords: (comparisons: number) => {
      const isAffordable = comparisons <= comparisonsLeft
      if (isAffordable) comparisonsLeft -= comparisons
      return isAffordable
    },
    leadOf: leading(facts, remaining.asking, (one, other) =>
      scoring.some(({ highest: { playerId } }) => playerId !== one.playerId && playerId !== other.playerId),
    ),
  }
}

/** In one answer, of a player with a rival in one outcome: 5,000 outcomes of a league of 40. */
export const COMPARISONS_MAX = 200_000

/** Sports won depend on what everybody has: from there on, only whole outcomes tell who is level. */
const decidedAlone = (chain: readonly TieBreak[]): readonly TieBreak[] =>
  chain.includes('round_wins') ? chain.slice(0, chain.indexOf('round_wins')) : chain

/** How far the first is ahead where what is still open of the tie-break question comes in its favour. */
function leading(
  facts: SeasonFacts,
  asking: Remaining['asking'],
  doOthersScore: (one: Case, other: Case) => boolean,
) {
  const { tieBreak } = facts.rules

  return (favoured: Case, other: Case): number => {
    if (favoured.totalPoints !== other.totalPoints) return favoured.totalPoints - other.totalPoints
    // While all totals are 0, no chain tells anybody apart.
    if (other.totalPoints === 0 && !doOthersScore(favoured, other)) return 0
    for (const [index, by] of tieBreak.entries()) {
      if (by === 'guess' && canBeNearer(favoured, other)) return 1
      const [ours = [], theirs = []] = [favoured.counts[index], other.counts[index]]
      const differs = ours.findIndex((value, at) => value !== theirs[at])
      if (differs !== -1) return (ours[differs] ?? 0) - (theirs[differs] ?? 0)
    }
    return 0
  }

  function canBeNearer(favoured: Case, other: Case): boolean {
    if (asking === null) return false
    const { roundId, status } = asking
    if (status !== 'locked') return favoured.canGuess
    const guess = guessWithPick(facts, roundId, favoured.playerId)
    return guess !== null && guess !== guessWithPick(facts, roundId, other.playerId)
  }
}
