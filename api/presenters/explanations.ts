import type { GuessExplanation } from '../../domain/season-story/tie-break-sentence.ts'
import type { CellExplanation, Explanation } from '../answers/explanations.ts'
import type * as contract from '../contract/explanations.ts'
import { presentPlaces } from './rounds.ts'

export const presentExplanation = ({ standing, points, cells, guess, ...explained }: Explanation) => ({
  userId: standing.playerId,
  userName: standing.name,
  rank: standing.rank,
  totalPoints: standing.totalPoints,
  playerCount: explained.playerCount,
  tiedWith: [...explained.tiedWith],
  sentence: explained.sentence,
  ...(guess && { guess: presentGuess(guess) }),
  pointsInForce: points,
  cells: cells.map(presentCell),
})

const presentGuess = ({ rival: { playerId: userId, ...rival }, ...guess }: GuessExplanation) => ({
  ...guess,
  rival: { userId, ...rival },
})

function presentCell({ round, picks, score, marks, ...rest }: CellExplanation): contract.ExplainedCell {
  return {
    roundId: round.roundId,
    sportName: round.sportName,
    status: round.status,
    lockTime: round.locksAt,
    ...presentPlaces(round),
    ...rest,
    picks: picks && [...picks],
    place: score?.place ?? null,
    points: score?.points ?? null,
    ...(round.cancelled === null ? {} : { cancelled: 1 as const }),
    ...(score?.dropped ? { dropped: 1 as const } : {}),
    marks: [...marks],
  }
}
