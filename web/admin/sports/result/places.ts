import type { CompleteBody, RoundList } from '../../../../api/contract/rounds.ts'
import type { Rules } from '../../../../api/contract/rules.ts'
import { counted } from '../../../../domain/names.ts'
import { ordinal } from '../../../../domain/ordinal.ts'
import { NAMED_PLACES } from '../../../../domain/seasons/points.ts'
import { pointsText } from '../../../../domain/seasons/rule-sentences.ts'
import { slotLabel } from '../../../slot-names.ts'

/** The name of each place in the round, in the request, in the rules and on the screen. */
export const places = NAMED_PLACES.map((placement, index) => {
  const short = ordinal(index + 1)
  return {
    column: `${placement}_place_team` as const,
    field: `${placement}PlaceTeam` as const,
    ...{ placement, short, label: index === 0 ? `Champion (${short} Place)` : `${short} Place` },
  }
})

export type PlaceField = (typeof places)[number]['field']

export type FormerResult = Record<PlaceField, string>

export const formerOf = (round: Record<(typeof places)[number]['column'], string | null>) =>
  Object.fromEntries(places.map(({ column, field }) => [field, round[column] ?? ''])) as FormerResult

/** `1st Bears, 2nd Tigers`, or the right answers by name. */
export function resultSentence(
  { rightAnswers, tieBreakAnswer, ...result }: CompleteBody,
  { slot_names, tie_break }: RoundList[number],
): string {
  const lines = rightAnswers
    ? rightAnswers.map(
        (right, index) => `${slotLabel(slot_names, index + 1)}: ${right.join(' / ') || 'Nobody'}`,
      )
    : places.flatMap(({ field, short }) => (result[field] ? `${short} ${result[field]}` : []))
  const answer =
    `${tieBreakAnswer ?? 'No answer'} ${(tieBreakAnswer != null && tie_break?.unit) || ''}`.trim()
  return [...lines, ...(tie_break ? [`${tie_break.question} ${answer}`] : [])].join(', ')
}

export const championRequired = 'Champion (1st Place) is required'

/** What every pick of another team is called. */
export const otherPick = 'Any other pick'

/** Where players are placed: what the others have. */
export const noPlace = 'No place'

/** By what a sport is scored. The rules may still be on their way. */
export type Worth = { rules: Rules | undefined; weight: number }

/** `6 points · 4 players`. */
export function worth(
  { rules, weight }: Worth,
  place: (typeof places)[number]['placement'] | 'sixthPlus',
  players: number,
): string {
  const points = rules && pointsText(rules.points[place] * weight)
  return [points, counted(players, 'player')].filter(Boolean).join(' · ')
}

/** What comes of no pick. */
export const worthOfNone = ({ rules, weight }: Worth) =>
  `Players without a pick get ${rules && rules.noPick !== 0 ? pointsText(rules.noPick * weight) : 'no points'}.`
