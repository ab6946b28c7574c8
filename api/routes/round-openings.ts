import { caughtUp } from '../../commands/caught-up.ts'
import { activateSeveral } from '../../commands/rounds/activate-rounds.ts'
import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { presentRound } from '../../domain/rounds/round.ts'
import { activateRound } from '../../domain/rounds/round-decisions.ts'
import { planActivation, unplanActivation } from '../../domain/rounds/round-opening.ts'
import { invitedParticipants } from '../../projections/now/participants.ts'
import { mailedTo } from '../answers/mail-outcome.ts'
import { openingOf } from '../input/rounds.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function openingRoutes(app: App, services: CommandServices & Pick<Services, 'settings'>): void {
  serve(app, 'POST /admin/rounds/{id}/activate', async (request) => {
    const { events } = await commandOnRound(
      services,
      contextOf(request),
      request.params.id,
      async (state, inSeason, seasonId) => {
        await caughtUp(services)
        const participants = await invitedParticipants(services.read, seasonId)
        return activateRound(state, inSeason, participants, request.receivedAt)
      },
    )
    const [activated] = events
    const recipients = activated?.type === 'RoundActivated' ? activated.data.recipients : []
    const { count, message } = await mailedTo(services, recipients, GET_LINKS)
    return { message: `Sport activated. ${message}`, userCount: count }
  })

  serve(app, 'POST /admin/rounds/bulk/activate', async (request) => {
    const { roundIds } = request.body
    const { activated, recipients } = await activateSeveral(services, contextOf(request), roundIds)
    const { count, message } = await mailedTo(services, recipients, GET_LINKS)
    const what = activated === 1 ? 'Sport activated' : `${activated} sports activated`
    return { message: `${what}. ${message}`, activated, userCount: count }
  })

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

const GET_LINKS: [string, string] = ['gets a link', 'get their links']
