import { listed } from '../../../domain/names.ts'
import { PLACE_NAMES, PLACES, type Points } from '../../../domain/seasons/points.ts'
import { dropText, pointsText, tieBreakText } from '../../../domain/seasons/rule-sentences.ts'
import type { SeasonRules } from '../../../domain/seasons/rules.ts'
import { type Change, differences } from './wording.ts'

/** `6, 5, 4, 3, 2 and 1 points from first place down; 0 points for a missing pick; every sport counts; ties shared`. */
export function rulesText({ points, noPick, dropWorst, tieBreak }: SeasonRules): string {
  return [
    `${listed(PLACES.map((place) => `${points[place]}`))} points from first place down`,
    `${pointsText(noPick)} for a missing pick`,
    dropText(dropWorst),
    `ties ${tieBreak.length === 0 ? '' : 'by '}${tieBreakText(tieBreak)}`,
  ].join('; ')
}

export const pointChanges = (before: Points, after: Points): Change[] =>
  PLACES.filter((place) => before[place] !== after[place]).map((place) => ({
    field: `points for ${PLACE_NAMES[place]}`,
    before: `${before[place]}`,
    after: `${after[place]}`,
  }))

export function ruleChanges(before: SeasonRules, after: SeasonRules): Change[] {
  const others = differences<Pick<SeasonRules, 'noPick' | 'dropWorst'>>(before, after, {
    noPick: { field: 'points for a missing pick', words: String },
    dropWorst: { field: 'dropping', words: dropText },
  })
  const [was, is] = [tieBreakText(before.tieBreak), tieBreakText(after.tieBreak)]
  const ties = was === is ? [] : [{ field: 'order of ties', before: was, after: is }]
  return [...pointChanges(before.points, after.points), ...others, ...ties]
}
