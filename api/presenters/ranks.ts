import type { Explanation } from '../../projections/queries/explanations.ts'

/** `ranked` stands where 0 points are the first rank, since others have less: without ranks everybody is first with 0. */
export const rankInRest = ({ standing: { rank, totalPoints }, playerCount, isRanked }: Explanation) => ({
  ...{ rank, totalPoints, playerCount },
  ...(isRanked && rank === 1 && totalPoints === 0 ? { ranked: true as const } : {}),
})
