import { PLACE_NAMES, PLACES } from '../../domain/seasons/points.ts'
import { dropText, pointsText, tieBreakText } from '../../domain/seasons/rule-sentences.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { type Change, listed } from './wording.ts'

/** `6, 5, 4, 3, 2 and 1 points from first place down; 0 points for a missing pick; every sport counts; ties shared`. */
export function rulesText({ points, noPick, dropWorst, tieBreak }: SeasonRules): string {
  return [
    `${listed(PLACES.map((place) => `${points[place]}`))} points from first place down`,
    `${pointsText(noPick)} for a missing pick`,
    dropText(dropWorst),
    `ties ${tieBreak.length === 0 ? '' : 'by '}${tieBreakText(tieBreak)}`,
  ].join('; ')
}

/** What another set of rules changes. */
export function ruleChanges(before: SeasonRules, after: SeasonRules): Change[] {
  const words = (rules: SeasonRules) => [
    ...PLACES.map((place) => ({ field: `points for ${PLACE_NAMES[place]}`, text: `${rules.points[place]}` })),
    { field: 'points for a missing pick', text: `${rules.noPick}` },
    { field: 'dropping', text: dropText(rules.dropWorst) },
    { field: 'order of ties', text: tieBreakText(rules.tieBreak) },
  ]
  const was = words(before)
  return words(after).flatMap(({ field, text }, index): Change[] => {
    const former = was[index]?.text ?? ''
    return former === text ? [] : [{ field, before: former, after: text }]
  })
}
