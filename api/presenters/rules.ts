export const presentRules = <Rules extends { tieBreak: readonly unknown[] }>({
  tieBreak,
  ...rules
}: Rules) => ({
  ...rules,
  tieBreak: [...tieBreak] as Rules['tieBreak'][number][],
})
