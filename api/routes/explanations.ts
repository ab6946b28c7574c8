import { Refusal } from '../../domain/refusal.ts'
import { explainStanding } from '../answers/explanations.ts'
import { oneAtATime } from '../answers/one-at-a-time.ts'
import { presentExplanation } from '../presenters/explanations.ts'
import { clientAt } from '../server/requests.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function explanationRoutes(app: App, { boards }: Pick<Services, 'boards'>): void {
  const limited = oneAtATime('standings-busy')

  serve(app, 'GET /public/leaderboard/season/{id}/players/{playerId}', async ({ ip, params }) => {
    // Not in the line: while everybody picks, each asks for it, and it is made once for all.
    const season = await boards.seasonNow(params.id)
    return limited(clientAt(ip), async () => {
      const explained = season && explainStanding(season, params.playerId)
      if (!explained) throw new Refusal('player-not-in-standings')
      return presentExplanation(explained)
    })
  })
}
