import type { Place } from '../seasons/points.ts'
import type { Contest } from './contest.ts'
import type { Contender } from './remaining.ts'
import { combinations, placesThatDiffer } from './scenario.ts'

export type BestRank = { bestTotal: number; bestRank: number; isExact: boolean }

/** The most for one player, the least for everybody else, and the same places to the same picks. */
export function bestRankIn(contest: Contest) {
  const { contenders, boundsOf, leadOf, isSure, isEverUnscored } = contest

  return (player: Contender): BestRank => {
    const { highest } = boundsOf(player)
    const bestTotal = highest.totalPoints
    if (isEverUnscored) return { bestTotal, bestRank: 1, isExact: true }
    const leads = new Map(
      contenders
        .filter((one) => one !== player)
        .map((rival) => [rival, leadOf(highest, boundsOf(rival).lowest)]),
    )
    const rivals = [...leads].flatMap(([rival, lead]) => (lead < 0 ? [] : rival))
    // Those are ahead whatever comes.
    const rank = 1 + leads.size - rivals.length
    const { ahead, isLevel } = fewestAhead(contest, player, rivals)
    if (ahead === null) return { bestTotal, bestRank: rank, isExact: false }
    return { bestTotal, bestRank: rank + ahead, isExact: isSure || !isLevel }
  }
}

/**
 * Of some rivals. Where sports are dropped, one with the same pick may gain more by it than the player does: then all places of
 * such picks are looked at. Null where these are too many.
 */
function fewestAhead(contest: Contest, player: Contender, rivals: readonly Contender[]) {
  const { facts, caseOf, boundsOf, leadOf, affords } = contest
  const { sides } = player
  let isLevel = false
  const aheadAt = (own: readonly Place[], among: readonly Contender[], theirs = own) => {
    const best = caseOf(player, 'most', { sides, places: own })
    return among.filter((rival) => {
      const lead = leadOf(best, caseOf(rival, 'least', { sides, places: theirs }))
      isLevel ||= lead === 0
      return lead < 0
    })
  }
  const [first, last] = [sides.map((): Place => 'first'), sides.map((): Place => 'sixthPlus')]
  let ahead = aheadAt(first, rivals).length
  if (ahead === 0 || facts.rules.dropWorst === 0) return { ahead, isLevel }
  const undecided = aheadAt(last, rivals, first)
  const differing = placesThatDiffer(facts.rules)
  const vectors = combinations(
    sides.map((side, index) => {
      const isShared = side !== null && undecided.some((rival) => rival.sides[index] === side)
      return isShared ? differing : (['first'] as const)
    }),
  )
  if (vectors === null || !affords(vectors.length * undecided.length)) return { ahead: null, isLevel }
  const least = undecided.map((rival) => boundsOf(rival).lowest.totalPoints)
  for (const places of vectors) {
    const { totalPoints } = caseOf(player, 'most', { sides, places })
    if (least.filter((total) => total > totalPoints).length >= ahead) continue
    ahead = Math.min(ahead, aheadAt(places, undecided).length)
  }
  return { ahead, isLevel }
}
