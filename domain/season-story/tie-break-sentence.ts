import { counted } from '../names.ts'
import { inUnit } from '../rounds/tie-break-question.ts'
import { nearestRival, type Standing } from '../seasons/standings.ts'
import { askedIn, type Decision, guessWithPick, tieBreaker } from '../seasons/tie-breaks.ts'
import type { SeasonSoFar } from './chapters.ts'

export type GuessExplanation = {
  question: string
  unit: string | null
  answer: number
  guess: number | null
  rival: { playerId: number; name: string; guess: number | null }
}

export type SettledTie = { rivalId: number; sentence: string; guess: GuessExplanation | null }

/** What settled a tie with whoever is next; null where nothing did. */
export function settledTieOf(season: SeasonSoFar, standing: Standing): SettledTie | null {
  const { facts, table } = season
  const found = standing.decidedBy ? nearestRival(table, standing, tieBreaker(facts, table)) : null
  if (found === null) return null
  const { name, totalPoints } = standing
  const { rival, decision } = found
  const guess = guessOf(season, standing, found)
  const why = guess ? guessText(name, guess) : decisionText(decision, name, rival.name)
  return { rivalId: rival.playerId, sentence: `Tied with ${rival.name} on ${totalPoints}. ${why}`, guess }
}

type Found = NonNullable<ReturnType<typeof nearestRival>>

/** The question has been answered, so everybody may see the guesses. */
function guessOf(
  { rounds, facts }: SeasonSoFar,
  { playerId }: Standing,
  { rival, decision }: Found,
): GuessExplanation | null {
  const asked = decision.by === 'guess' ? askedIn(facts.rounds) : null
  const round = rounds.find(({ roundId }) => roundId === asked?.roundId)
  if (!asked || !round) return null
  const made = (id: number) => guessWithPick(facts, asked.roundId, id)
  return {
    question: round.tieBreak?.question ?? '',
    unit: round.tieBreak?.unit ?? null,
    answer: asked.answer,
    guess: made(playerId),
    rival: { playerId: rival.playerId, name: rival.name, guess: made(rival.playerId) },
  }
}

/** `“How many goals?” It was 41 goals. Ann guessed 40, Bo 45.` */
function guessText(name: string, { question, unit, answer, guess, rival }: GuessExplanation): string {
  const made = guess === null ? `${name} made no guess` : `${name} guessed ${guess}`
  const other =
    rival.guess === null
      ? `${rival.name} made none`
      : `${rival.name} ${guess === null ? 'guessed ' : ''}${rival.guess}`
  return `“${question}” It was ${inUnit(answer, unit)}. ${made}, ${other}.`
}

function decisionText({ by, number, left, right }: Decision, name: string, other: string): string {
  switch (by) {
    case 'guess':
      return `${left > right ? name : other} made the closer guess.`
    case 'round_wins':
      return `${name} won ${counted(left, 'sport')}, ${other} ${right}.`
    case 'countback':
      return `${name} was ${PLACE_WORDS[number]} in ${counted(left, 'sport')}, ${other} in ${right}.`
    case 'fewest_missed':
      return `${name} missed ${counted(-left, 'pick')}, ${other} ${-right}.`
  }
}

const PLACE_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth or below']
