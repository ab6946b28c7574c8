import type { OwnPick } from '../../api/contract/picks.ts'

export const countingPicks = ({ currentPick }: OwnPick): string[] =>
  currentPick?.pickItems.map((item) => item.pickValue) ?? []

export function initialPicks(pick: OwnPick): string[] {
  const { round, teams } = pick
  const saved = countingPicks(pick)
  if (round.pickType === 'single') return [saved.find((value) => teams.includes(value)) ?? '']
  return Array.from({ length: round.numWriteInPicks ?? 1 }, (_, index) => saved[index] ?? '')
}

export const filledIn = (picks: readonly string[]) =>
  picks.map((pick) => pick.trim()).filter((pick) => pick !== '')
