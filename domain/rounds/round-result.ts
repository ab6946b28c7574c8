import { counted } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { NAMED_PLACES } from '../seasons/points.ts'
import type { NamedPlaces, Placement, PresentRound, RoundResult, TieBreakQuestion } from './round.ts'
import { resultNow } from './team-names.ts'
import { checkGuessed } from './tie-break-question.ts'

export type PlacedPlayers = { picked: ReadonlySet<number>; nameOf: (playerId: number) => string }
export const NOBODY_PLACED: PlacedPlayers = { picked: new Set(), nameOf: () => 'An unknown player' }

export function checkedResult(
  round: PresentRound,
  participants: ReadonlySet<number>,
  result: RoundResult,
  placed: PlacedPlayers,
): RoundResult {
  const { places, placements, ...given } = resultNow(result, round)
  const right = checkedRightAnswers(round, given)
  const answers = { ...right, ...checkedAnswer(round.tieBreak, given) }
  if (round.pickType === 'single') {
    checkPlaces(places, round.teams)
    return { places, placements: [], ...answers }
  }
  checkPlacements(placements, participants, placed)
  return { places: right.rightAnswers ? {} : places, placements, ...answers }
}

function checkedRightAnswers(
  { slotNames, picksMax }: PresentRound,
  { rightAnswers = [] }: Pick<RoundResult, 'rightAnswers'>,
): Pick<RoundResult, 'rightAnswers'> {
  const kept = rightAnswers.slice(0, rightAnswers.findLastIndex((texts) => texts.length > 0) + 1)
  if (kept.length === 0) return {}
  if (slotNames && kept.length <= picksMax) return { rightAnswers: kept }
  const why = slotNames
    ? `This sport takes ${counted(picksMax, 'pick')}`
    : 'The picks of this sport have no names'
  throw new Refusal('invalid', `${why}, so it cannot have these right answers`, 'rightAnswers')
}

function checkedAnswer(
  tieBreak: TieBreakQuestion | null,
  { answer }: Pick<RoundResult, 'answer'>,
): Pick<RoundResult, 'answer'> {
  if (tieBreak === null) {
    if (typeof answer !== 'number') return {}
    throw new Refusal('invalid', 'This sport has no tie-break question to answer', 'tieBreakAnswer')
  }
  if (answer === undefined) {
    throw new Refusal(
      'invalid',
      `Please answer the tie-break question: ${tieBreak.question}`,
      'tieBreakAnswer',
    )
  }
  if (answer !== null) checkGuessed(answer, 'The answer', 'tieBreakAnswer')
  return { answer }
}

function checkPlaces(places: NamedPlaces, teams: readonly string[]) {
  if (!places.first) throw new Refusal('invalid', 'Champion (1st Place) is required', 'firstPlaceTeam')
  const named = NAMED_PLACES.flatMap((place) => places[place] ?? [])
  const unknown = named.find((team) => !teams.includes(team))
  if (unknown !== undefined) throw new Refusal('invalid', `${unknown} is not in the list of teams`)
  const twice = named.find((team, index) => named.indexOf(team) !== index)
  if (twice !== undefined) throw new Refusal('invalid', `${twice} cannot finish in two places`)
}

function checkPlacements(
  placements: readonly Placement[],
  participants: ReadonlySet<number>,
  { picked, nameOf }: PlacedPlayers,
) {
  const seen = new Set<number>()
  for (const { playerId, placement } of placements) {
    if (!participants.has(playerId)) {
      throw new Refusal('invalid', `${nameOf(playerId)} is not a participant of the season`, 'manualScores')
    }
    if (seen.has(playerId)) {
      throw new Refusal('invalid', `${nameOf(playerId)} is listed twice`, 'manualScores')
    }
    if (placement !== 'none' && !picked.has(playerId)) {
      throw new Refusal('invalid', `${nameOf(playerId)} has no pick and cannot hold a place`, 'manualScores')
    }
    seen.add(playerId)
  }
}
