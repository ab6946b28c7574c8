import type { OwnPick } from '../../api/contract/picks.ts'

/** What counts now, nothing without a pick. */
export const countingPicks = ({ currentPick }: OwnPick): string[] =>
  currentPick?.pickItems.map((item) => item.pickValue) ?? []

/** One text for each pick of the round, filled with what was saved before. */
export function initialPicks(pick: OwnPick): string[] {
  const { round, teams } = pick
  const saved = countingPicks(pick)
  if (round.pickType === 'single') return [saved.find((value) => teams.includes(value)) ?? '']
  return Array.from({ length: round.numWriteInPicks ?? 1 }, (_, index) => saved[index] ?? '')
}

/** What is sent of it. */
export const filledIn = (picks: readonly string[]) =>
  picks.map((pick) => pick.trim()).filter((pick) => pick !== '')
