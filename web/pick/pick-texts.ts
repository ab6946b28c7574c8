import type { PickInvitation } from '#api/contract/picks'

/** One text for each pick of the round, filled with what was saved before. */
export function initialPicks({ round, teams, currentPick }: PickInvitation): string[] {
  const saved = currentPick?.pickItems.map((item) => item.pickValue) ?? []
  if (round.pickType === 'single') return [saved.find((value) => teams.includes(value)) ?? '']
  return Array.from({ length: round.numWriteInPicks ?? 1 }, (_, index) => saved[index] ?? '')
}

/** What is sent of it. */
export const filledIn = (picks: readonly string[]) =>
  picks.map((pick) => pick.trim()).filter((pick) => pick !== '')
