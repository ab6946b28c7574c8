import { Refusal } from '../../domain/refusal.ts'
import { type CellExplanation, explainStanding } from '../../projections/queries/explanations.ts'
import { placesInRest } from '../../projections/read-models/rounds.ts'
import * as contract from '../contract/explanations.ts'
import type { App } from '../server/app.ts'
import type { Services } from '../server/services.ts'

export function explanationRoutes(app: App, { boards }: Services): void {
  app.get(
    '/public/leaderboard/season/:id/players/:playerId',
    {
      config: { access: 'public' },
      schema: { params: contract.StandingParams, response: { 200: contract.Explanation } },
    },
    async (request) => {
      const { id, playerId } = request.params
      const season = await boards.seasonNow(id, request.receivedAt)
      const explained = season && explainStanding(season, playerId)
      if (!explained) throw new Refusal('not_found', 'This player is not in the standings of that season')
      const { standing, points, cells, playerCount, tiedWith, sentence } = explained
      return {
        userId: standing.playerId,
        userName: standing.name,
        rank: standing.rank,
        totalPoints: standing.totalPoints,
        ...{ playerCount, tiedWith: [...tiedWith], sentence },
        pointsInForce: points,
        cells: cells.map(cellInRest),
      }
    },
  )
}

function cellInRest({ round, picks, score, marks, ...rest }: CellExplanation): contract.ExplainedCell {
  return {
    roundId: round.id,
    sportName: round.sport_name,
    status: round.status,
    lockTime: round.locks_at,
    ...placesInRest(round),
    ...rest,
    picks: picks && [...picks],
    place: score?.place ?? null,
    points: score?.points ?? null,
    marks: [...marks],
  }
}
