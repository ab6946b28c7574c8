import { dequal } from 'dequal/lite'
import type { AdminRules, Rules } from '../../../api/contract/rules.ts'
import type { Settings } from '../../../api/contract/settings.ts'
import { type PointsValues, pointsIn, settingsValuesOf, toPointsValues } from '../settings/settings-values.ts'

export type TieBreak = Rules['tieBreak'][number]

/** `league` are the rules that it has without its own. */
export type RulesToEdit = AdminRules & { league: Rules; note: string | null }

/** Points by the names of the settings, whose fields they are typed into. */
type RulesValues = PointsValues & {
  isOwn: boolean
  dropWorst: string
  tieBreak: TieBreak[]
  note: string
  reason: string
}

export const valuesOf = ({ rules, followsLeague, note }: RulesToEdit): RulesValues => ({
  isOwn: !followsLeague,
  ...toPointsValues(rules),
  dropWorst: `${rules.dropWorst}`,
  tieBreak: rules.tieBreak,
  note: note ?? '',
  reason: '',
})

/** Those of every season without its own. */
export const leagueRules = (settings: Settings): Rules => ({
  ...pointsIn(settingsValuesOf(settings)),
  dropWorst: 0,
  tieBreak: [],
})

export const rulesIn = (values: RulesValues, { league }: RulesToEdit): Rules =>
  values.isOwn
    ? { ...pointsIn(values), dropWorst: Number(values.dropWorst), tieBreak: values.tieBreak }
    : league

export const hasOtherRules = (values: RulesValues, now: RulesToEdit) =>
  values.isOwn === now.followsLeague || !dequal(rulesIn(values, now), rulesIn(valuesOf(now), now))
