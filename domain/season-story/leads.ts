import { PLACES } from '../seasons/points.ts'
import type { Case, Champions } from './cases.ts'
import type { Contest } from './contest.ts'
import type { Contender } from './remaining.ts'
import { combinations, placesThatDiffer } from './scenario.ts'

/** `ahead` is above 0 where a rival can come to be ahead of a player, 0 where level at best; `points` is by how many. */
export type Lead = { ahead: number; points: number; isExact: boolean }

/** The least for one player, the most for one rival, and all places of what both have picked. */
export function leadIn({ facts, caseOf, leadOf }: Contest) {
  const { rules } = facts
  const differing = placesThatDiffer(rules)
  const below = placesThatDiffer(rules, PLACES.slice(1))
  const ends = rules.dropWorst > 0 ? differing : (['first', 'sixthPlus'] as const)
  const endsBelow = rules.dropWorst > 0 ? below : (['second', 'sixthPlus'] as const)

  return (rival: Contender, player: Contender, champions?: Champions): Lead => {
    const leadAt = (best: Case, worst: Case) => ({
      ahead: leadOf(best, worst),
      points: best.totalPoints - worst.totalPoints,
    })
    const bound = leadAt(
      caseOf(rival, 'most', undefined, champions),
      caseOf(player, 'least', undefined, champions),
    )
    const isShared = (side: string | null, index: number) => side !== null && side === rival.sides[index]
    if (bound.ahead < 0 || !player.sides.some(isShared)) return { ...bound, isExact: true }
    const vectors = combinations(
      player.sides.map((side, index) => {
        if (!isShared(side, index) || side === champions?.[index]) return ['first'] as const
        return champions === undefined ? ends : endsBelow
      }),
    )
    if (vectors === null) return { ...bound, isExact: false }
    const lead = { ahead: Number.NEGATIVE_INFINITY, points: Number.NEGATIVE_INFINITY, isExact: true }
    for (const places of vectors) {
      if (lead.ahead > 0) break
      const { ahead, points } = leadAt(
        caseOf(rival, 'most', { sides: player.sides, places }, champions),
        caseOf(player, 'least', { sides: rival.sides, places }, champions),
      )
      lead.ahead = Math.max(lead.ahead, ahead)
      lead.points = Math.max(lead.points, points)
    }
    return lead
  }
}
