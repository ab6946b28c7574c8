import type { PresentRound } from '../../domain/rounds/round.ts'
import { ruleSentences } from '../../domain/seasons/rule-sentences.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { presentRounds } from '../../domain/seasons/season-past.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'

export const presentRules = <Rules extends { tieBreak: readonly unknown[] }>({
  tieBreak,
  ...rules
}: Rules) => ({
  ...rules,
  tieBreak: [...tieBreak] as Rules['tieBreak'][number][],
})

export function sentencesOfRules(found: Pick<WholeSeason, 'rounds'>, rules: SeasonRules): string[] {
  const round = presentRounds(found).find((one) => isKnown(one) && one.tieBreak !== null)
  return ruleSentences(rules, round?.tieBreak ? { sportName: round.sportName, ...round.tieBreak } : null)
}

export const isKnown = ({ status, cancelled }: PresentRound) => status !== 'draft' && cancelled === null
