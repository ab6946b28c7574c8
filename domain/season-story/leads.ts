import { PLACES } from '../seasons/points.ts'
import type { Champions } from './cases.ts'
import type { Contest } from './contest.ts'
import type { Contender } from './remaining.ts'
import { combinations, placesThatDiffer } from './scenario.ts'

/** `ahead` is above 0 where a rival can come to be ahead of a player, 0 where level at best. */
export type Lead = { ahead: number; isExact: boolean }

/** The least for one player, the most for one rival, and all places of what both have picked. */
export function leadIn({ facts, caseOf, leadOf }: Contest) {
  const { rules } = facts
  const differing = placesThatDiffer(rules)
  const below = placesThatDiffer(rules, PLACES.slice(1))
  const ends = rules.dropWorst > 0 ? differing : (['first', 'sixthPlus'] as const)
  const endsBelow = rules.dropWorst > 0 ? below : (['second', 'sixthPlus'] as const)

  return (rival: Contender, player: Contender, champions?: Champions): Lead => {
    const bound = leadOf(
      caseOf(rival, 'most', undefined, champions),
      caseOf(player, 'least', undefined, champions),
    )
    const isShared = (side: string | null, index: number) => side !== null && side === rival.sides[index]
    if (bound < 0 || !player.sides.some(isShared)) return { ahead: bound, isExact: true }
    const vectors = combinations(
      player.sides.map((side, index) => {
        if (!isShared(side, index) || side === champions?.[index]) return ['first'] as const
        return champions === undefined ? ends : endsBelow
      }),
    )
    if (vectors === null) return { ahead: bound, isExact: false }
    let ahead = Number.NEGATIVE_INFINITY
    for (const places of vectors) {
      if (ahead > 0) break
      const best = caseOf(rival, 'most', { sides: player.sides, places }, champions)
      const worst = caseOf(player, 'least', { sides: rival.sides, places }, champions)
      ahead = Math.max(ahead, leadOf(best, worst))
    }
    return { ahead, isExact: true }
  }
}
