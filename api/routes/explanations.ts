import { Refusal } from '../../domain/refusal.ts'
import { explainStanding } from '../../projections/queries/explanations.ts'
import { presentExplanation } from '../presenters/explanations.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function explanationRoutes(app: App, { boards }: Pick<Services, 'boards'>): void {
  serve(app, 'GET /public/leaderboard/season/{id}/players/{playerId}', async (request) => {
    const { id, playerId } = request.params
    const season = await boards.seasonNow(id, request.receivedAt)
    const explained = season && explainStanding(season, playerId)
    if (!explained) throw new Refusal('not_found', 'This player is not in the standings of that season')
    return presentExplanation(explained)
  })
}
