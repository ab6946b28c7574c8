import { dequal } from 'dequal/lite'
import type { AdminRules, Rules } from '../../../api/contract/rules.ts'
import type { Settings } from '../../../api/contract/settings.ts'
import type { PointsField } from '../settings/settings-values.ts'

export type TieBreak = Rules['tieBreak'][number]

/** `league` are the rules that it has without its own. */
export type RulesToEdit = AdminRules & { league: Rules; note: string | null }

/** Points by the names of the settings, whose fields they are typed into. */
type RulesValues = Record<PointsField, string> & {
  isOwn: boolean
  dropWorst: string
  tieBreak: TieBreak[]
  note: string
  reason: string
}

export const valuesOf = ({ rules, followsLeague, note }: RulesToEdit): RulesValues => ({
  isOwn: !followsLeague,
  pointsFirstPlace: `${rules.points.first}`,
  pointsSecondPlace: `${rules.points.second}`,
  pointsThirdPlace: `${rules.points.third}`,
  pointsFourthPlace: `${rules.points.fourth}`,
  pointsFifthPlace: `${rules.points.fifth}`,
  pointsSixthPlusPlace: `${rules.points.sixthPlus}`,
  pointsNoPick: `${rules.noPick}`,
  dropWorst: `${rules.dropWorst}`,
  tieBreak: rules.tieBreak,
  note: note ?? '',
  reason: '',
})

/** Those of every season without its own. */
export const leagueRules = (settings: Settings): Rules => ({
  points: {
    first: settings.points_first_place,
    second: settings.points_second_place,
    third: settings.points_third_place,
    fourth: settings.points_fourth_place,
    fifth: settings.points_fifth_place,
    sixthPlus: settings.points_sixth_plus_place,
  },
  noPick: settings.points_no_pick ?? 0,
  dropWorst: 0,
  tieBreak: [],
})

/** Those that the season would have. */
export const rulesIn = (values: RulesValues, { league }: RulesToEdit): Rules =>
  values.isOwn
    ? {
        points: {
          first: Number(values.pointsFirstPlace),
          second: Number(values.pointsSecondPlace),
          third: Number(values.pointsThirdPlace),
          fourth: Number(values.pointsFourthPlace),
          fifth: Number(values.pointsFifthPlace),
          sixthPlus: Number(values.pointsSixthPlusPlace),
        },
        noPick: Number(values.pointsNoPick),
        dropWorst: Number(values.dropWorst),
        tieBreak: values.tieBreak,
      }
    : league

export const hasOtherRules = (values: RulesValues, now: RulesToEdit) =>
  values.isOwn === now.followsLeague || !dequal(rulesIn(values, now), rulesIn(valuesOf(now), now))
