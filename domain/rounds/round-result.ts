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
  throw slotNames
    ? new Refusal('right-answers-beyond-picks', { picks: picksMax })
    : new Refusal('right-answers-without-names')
}

function checkedAnswer(
  tieBreak: TieBreakQuestion | null,
  { answer }: Pick<RoundResult, 'answer'>,
): Pick<RoundResult, 'answer'> {
  if (tieBreak === null) {
    if (typeof answer !== 'number') return {}
    throw new Refusal('answer-without-question')
  }
  if (answer === undefined) throw new Refusal('answer-needed', { question: tieBreak.question })
  if (answer !== null) checkGuessed(answer, 'The answer', 'tieBreakAnswer')
  return { answer }
}

function checkPlaces(places: NamedPlaces, teams: readonly string[]) {
  if (!places.first)
    throw new Refusal('field-required', { name: 'Champion (1st Place)', field: 'firstPlaceTeam' })
  const named = NAMED_PLACES.flatMap((place) => places[place] ?? [])
  const unknown = named.find((team) => !teams.includes(team))
  if (unknown !== undefined) throw new Refusal('team-not-listed', { team: unknown })
  const twice = named.find((team, index) => named.indexOf(team) !== index)
  if (twice !== undefined) throw new Refusal('team-in-two-places', { team: twice })
}

function checkPlacements(
  placements: readonly Placement[],
  participants: ReadonlySet<number>,
  { picked, nameOf }: PlacedPlayers,
) {
  const seen = new Set<number>()
  for (const { playerId, placement } of placements) {
    if (!participants.has(playerId)) throw new Refusal('placed-non-participant', { name: nameOf(playerId) })
    if (seen.has(playerId)) throw new Refusal('placed-twice', { name: nameOf(playerId) })
    if (placement !== 'none' && !picked.has(playerId)) {
      throw new Refusal('placed-without-pick', { name: nameOf(playerId) })
    }
    seen.add(playerId)
  }
}
