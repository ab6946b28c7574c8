import { Refusal } from '../../domain/refusal.ts'
import { placesOf } from '../../domain/rounds/round.ts'
import {
  type CellExplanation,
  explainStanding,
  type GuessExplanation,
} from '../../projections/queries/explanations.ts'
import { presentPlaces } from '../../projections/queries/leaderboard-view.ts'
import type * as contract from '../contract/explanations.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function explanationRoutes(app: App, { boards }: Services): void {
  serve(app, 'GET /public/leaderboard/season/{id}/players/{playerId}', async (request) => {
    const { id, playerId } = request.params
    const season = await boards.seasonNow(id, request.receivedAt)
    const explained = season && explainStanding(season, playerId)
    if (!explained) throw new Refusal('not_found', 'This player is not in the standings of that season')
    const { standing, points, cells, playerCount, tiedWith, sentence, guess } = explained
    return {
      userId: standing.playerId,
      userName: standing.name,
      rank: standing.rank,
      totalPoints: standing.totalPoints,
      ...{ playerCount, tiedWith: [...tiedWith], sentence },
      ...(guess && { guess: guessInRest(guess) }),
      pointsInForce: points,
      cells: cells.map(cellInRest),
    }
  })
}

const guessInRest = ({ rival: { playerId: userId, ...rival }, ...guess }: GuessExplanation) => ({
  ...guess,
  rival: { userId, ...rival },
})

function cellInRest({ round, picks, score, marks, ...rest }: CellExplanation): contract.ExplainedCell {
  return {
    roundId: round.roundId,
    sportName: round.sportName,
    status: round.status,
    lockTime: round.locksAt,
    ...presentPlaces(placesOf(round)),
    ...rest,
    picks: picks && [...picks],
    place: score?.place ?? null,
    points: score?.points ?? null,
    ...(round.cancelledAt === null ? {} : { cancelled: 1 as const }),
    ...(score?.dropped ? { dropped: 1 as const } : {}),
    marks: [...marks],
  }
}
