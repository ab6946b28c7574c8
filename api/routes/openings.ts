import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { planActivation, unplanActivation } from '../../domain/rounds/round-opening.ts'
import { openingOf } from '../input/rounds.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function openingRoutes(app: App, services: CommandServices): void {
  serve(app, 'PUT /admin/rounds/{id}/opening', async (request) => {
    const { params, body, receivedAt } = request
    await commandOnRound(services, contextOf(request), params.id, (state, inSeason) => {
      const opensAt = openingOf(body, presentRound(state))
      return planActivation(state, inSeason, opensAt, receivedAt)
    })
    return { message: 'Opening scheduled' }
  })

  serve(app, 'DELETE /admin/rounds/{id}/opening', async (request) => {
    await commandOnRound(services, contextOf(request), request.params.id, unplanActivation)
    return { message: 'Scheduled opening cancelled' }
  })
}
