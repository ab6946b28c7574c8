/** While all totals are 0, everybody is first, and nobody has a rank. */
export const areRanks = (table: readonly { totalPoints: number }[]) =>
  table.some(({ totalPoints }) => totalPoints !== 0)
