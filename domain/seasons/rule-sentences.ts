import { PLACES } from './points.ts'
import type { SeasonRules, TieBreak } from './rules.ts'

export const pointsText = (points: number) => `${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

export const dropText = (count: number) =>
  count === 0
    ? 'every sport counts'
    : `${count === 1 ? 'the lowest sport does' : `the ${count} lowest sports do`} not count`

export const tieBreakText = (chain: readonly TieBreak[]) =>
  chain.length === 0 ? 'shared' : chain.map((by) => TIE_BREAK_NAMES[by]).join(', then ')

const TIE_BREAK_NAMES: Record<TieBreak, string> = {
  round_wins: 'sports won',
  countback: 'more first places, then second ones, and so on',
  fewest_missed: 'fewer missed picks',
}

/** The rules as players read them. */
export function ruleSentences({ points, noPick, dropWorst, tieBreak }: SeasonRules): string[] {
  const [first, second, third, fourth, fifth, sixthPlus] = PLACES.map((place) => pointsText(points[place]))
  return [
    `A pick that comes first earns ${first}, second ${second}, third ${third}, fourth ${fourth}, fifth ${fifth}. Any other pick earns ${sixthPlus}.`,
    noPickSentence(noPick),
    dropWorst === 0
      ? 'Every sport counts.'
      : `Of each player ${dropText(dropWorst)}, but at least one always does. That is reckoned anew after each result, so a total can fall.`,
    ...tieSentences(tieBreak),
  ]
}

const noPickSentence = (noPick: number) =>
  noPick === 0
    ? 'Without a pick there are no points.'
    : `Whoever was an active participant when a sport locked and made no pick gets ${pointsText(noPick)}.`

const tieSentences = (chain: readonly TieBreak[]): string[] =>
  chain.length === 0
    ? ['Players with as many points share a rank.']
    : [
        'Between players with as many points decides, in this order:',
        ...chain.map((by) => TIE_BREAK_SENTENCES[by]),
        'Players whom none of it tells apart share a rank. Neither names nor the time of a pick ever decide.',
      ]

const TIE_BREAK_SENTENCES: Record<TieBreak, string> = {
  round_wins: 'Who had the most points of all in more sports, with a pick; shared ones count.',
  countback: 'Who came first in more sports, then second, and so on down to sixth.',
  fewest_missed: 'Who missed fewer picks.',
}
