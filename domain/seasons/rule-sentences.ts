import type { TieBreakQuestion } from '../rounds/round.ts'
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
  guess: 'the nearer guess',
}

export type Asked = TieBreakQuestion & { sportName: string }

export function ruleSentences(
  { points, noPick, dropWorst, tieBreak }: SeasonRules,
  asked: Asked | null,
): string[] {
  const [first, second, third, fourth, fifth, sixthPlus] = PLACES.map((place) => pointsText(points[place]))
  return [
    `A pick that comes first earns ${first}, second ${second}, third ${third}, fourth ${fourth}, fifth ${fifth}. Any other pick earns ${sixthPlus}.`,
    noPickSentence(noPick),
    dropWorst === 0
      ? 'Every sport counts.'
      : `Of each player ${dropText(dropWorst)}, but at least one always does. This is counted again after each result, so a total can fall.`,
    ...tieSentences(tieBreak, asked),
  ]
}

const noPickSentence = (noPick: number) =>
  noPick === 0
    ? 'Without a pick there are no points.'
    : `Without a pick, each active participant at the lock of a sport gets ${pointsText(noPick)}.`

const tieSentences = (chain: readonly TieBreak[], asked: Asked | null): string[] =>
  chain.length === 0
    ? ['Players with as many points share a rank.']
    : [
        ...chain.map((by, index) => {
          const level = index === 0 ? 'Level on points' : 'Level there too'
          return `${level}, ahead is the one ${by === 'guess' ? guessSentence(asked) : TIE_BREAK_SENTENCES[by]}`
        }),
        'Level on all of that, they share a rank. Neither names nor the time of a pick ever decide.',
      ]

const guessSentence = (asked: Asked | null) =>
  `whose guess is nearer to the answer. ${
    asked
      ? `The question is asked with ${asked.sportName}: “${asked.question}”${asked.unit === null ? '' : ` (${asked.unit})`}`
      : 'The question is asked with one of the sports'
  }. No guess is the farthest.`

const TIE_BREAK_SENTENCES: Record<Exclude<TieBreak, 'guess'>, string> = {
  round_wins: 'who won more sports: had the most points of all in them, with a pick. Shared ones count.',
  countback: 'who came first in more sports, then second, and so on down to sixth.',
  fewest_missed: 'who missed fewer picks.',
}
