import { Refusal } from '../refusal.ts'
import { openSeason, type Season } from '../seasons/season.ts'
import {
  type PresentRound,
  playedRound,
  presentRound,
  type Round,
  type RoundEvent,
  type TieBreakQuestion,
  takesPlace,
} from './round.ts'

type InSeason = { season: Season; rounds: ReadonlyMap<number, Round> }

const QUESTION_MAX = 200
const UNIT_MAX = 30

export function askTieBreak(
  state: Round,
  { question, unit }: TieBreakQuestion,
  { season, rounds }: InSeason,
): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  if (current.tieBreak?.question === question && current.tieBreak.unit === unit) return []
  requireDraft(current)
  if (!isWithin(question, 1, QUESTION_MAX)) {
    throw new Refusal('text-length', { name: 'The question', min: 1, max: QUESTION_MAX, field: 'question' })
  }
  if (unit !== null && !isWithin(unit, 1, UNIT_MAX)) {
    throw new Refusal('text-length', { name: 'The unit', min: 0, max: UNIT_MAX, field: 'unit' })
  }
  const { roundId } = current
  const others = askingIn(rounds).filter((other) => other.roundId !== roundId)
  const played = others.find(takesPlace)
  if (played) throw asksAlready(played)
  return [...dropQuestionsOf(others), { type: 'TieBreakQuestionSet', data: { roundId, question, unit } }]
}

export function dropTieBreak(state: Round, season: Season): RoundEvent[] {
  const current = presentRound(state)
  openSeason(season)
  if (current.tieBreak === null) return []
  requireDraft(current)
  return [{ type: 'TieBreakQuestionDropped', data: { roundId: current.roundId } }]
}

export const inUnit = (value: number, unit: string | null) =>
  unit === null ? `${value}` : `${value} ${unit}`

const GUESS_MAX = 1_000_000_000
/** Distances are compared in thousandths, so that 0.1 and 0.5 are as far from 0.3. */
export const GUESS_PARTS = 1_000

export function checkGuessed(value: number, name: string, field: string) {
  if (!(Math.abs(value) <= GUESS_MAX)) {
    throw new Refusal('guess-out-of-range', { name, max: GUESS_MAX, field })
  }
  if (Math.round(value * GUESS_PARTS) / GUESS_PARTS !== value) {
    throw new Refusal('guess-too-exact', { name, decimals: 3, field })
  }
}

/** A guess answers the question that its player read. */
function requireDraft({ status }: PresentRound) {
  if (status === 'draft') return
  throw new Refusal('question-fixed')
}

export const askingIn = (rounds: ReadonlyMap<number, Round>): PresentRound[] =>
  [...rounds.values()].filter((state) => 'tieBreak' in state).filter(({ tieBreak }) => tieBreak !== null)

const dropQuestionsOf = (asking: readonly PresentRound[]): RoundEvent[] =>
  asking.map(({ roundId }) => ({ type: 'TieBreakQuestionDropped', data: { roundId } }))

const asksAlready = (other: PresentRound) =>
  new Refusal(other.status === 'draft' ? 'question-elsewhere' : 'question-fixed-elsewhere', {
    sport: other.sportName,
  })

const isWithin = (text: string, min: number, max: number) => {
  const { length } = [...text]
  return length >= min && length <= max
}
