import type { TieBreakQuestion } from '../rounds/round.ts'
import { PLACES } from './points.ts'
import type { SeasonRules, TieBreak } from './rules.ts'

export const pointsText = (points: number) => `${points} ${Math.abs(points) === 1 ? 'point' : 'points'}`

/** `Counts double · up to 12 points`. */
export function worthText({ points }: Pick<SeasonRules, 'points'>, weight: number): string {
  const most = pointsText(Math.max(...PLACES.map((place) => points[place])) * weight)
  return weight === 1 ? `Up to ${most}` : `Counts ${TIMES[weight] ?? `×${weight}`} · up to ${most}`
}

const TIMES: Record<number, string> = { 2: 'double', 3: 'triple' }

export const dropText = (count: number) =>
  count === 0
    ? 'every sport counts'
    : `the ${count === 1 ? 'worst sport is' : `${count} worst sports are`} dropped`

export const tieBreakText = (chain: readonly TieBreak[]) =>
  chain.length === 0 ? 'shared' : chain.map((by) => TIE_BREAK_NAMES[by]).join(', then ')

const TIE_BREAK_NAMES: Record<TieBreak, string> = {
  round_wins: 'most sports won',
  countback: 'most first places, then second places, and so on',
  fewest_missed: 'fewest missing picks',
  guess: 'closest guess',
}

type Asked = TieBreakQuestion & { sportName: string }

export function ruleSentences(
  { points, noPick, dropWorst, tieBreak }: SeasonRules,
  asked: Asked | null,
): string[] {
  const [first, second, third, fourth, fifth, sixthPlus] = PLACES.map((place) => pointsText(points[place]))
  return [
    `A pick that comes first scores ${first}, second ${second}, third ${third}, fourth ${fourth}, fifth ${fifth}. Any other pick scores ${sixthPlus}.`,
    noPickSentence(noPick),
    dropWorst === 0
      ? 'Every sport counts.'
      : `Each player's ${dropWorst === 1 ? 'worst sport is' : `${dropWorst} worst sports are`} dropped (at least one always counts). Totals are recalculated after every result, so yours can go down.`,
    ...tieSentences(tieBreak, asked),
  ]
}

function noPickSentence(noPick: number): string {
  if (noPick === 0) return 'No pick, no points.'
  const price = `${noPick < 0 ? 'loses' : 'gets'} ${pointsText(Math.abs(noPick))}`
  return `Every active participant without a pick at the lock ${price}.`
}

const tieSentences = (chain: readonly TieBreak[], asked: Asked | null): string[] =>
  chain.length === 0
    ? ['Players with the same points share a rank.']
    : [
        ...chain.map((by, index) => {
          const sentence = by === 'guess' ? guessSentence(asked) : TIE_BREAK_SENTENCES[by]
          return `${index === 0 ? 'Ties on points go to' : 'Still tied:'} ${sentence}`
        }),
        "If that doesn't settle it, they share the rank. Names and pick times never matter.",
      ]

const guessSentence = (asked: Asked | null) =>
  `the closest guess. ${
    asked
      ? `The question comes with ${asked.sportName}: “${asked.question}”${asked.unit === null ? '' : ` (${asked.unit})`}`
      : 'The question comes with one of the sports'
  }. Players without a guess come last.`

const TIE_BREAK_SENTENCES: Record<Exclude<TieBreak, 'guess'>, string> = {
  round_wins:
    'the player who won more sports. You win a sport if your pick scores the most points in it; shared wins count.',
  countback: 'the most first places, then the most second places, and so on down to sixth.',
  fewest_missed: 'the fewest missing picks.',
}
