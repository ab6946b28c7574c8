import type { FastifyRequest } from 'fastify'
import { placedPlayers } from '../../commands/lookups.ts'
import { lockIfDue } from '../../commands/rounds/lock-round.ts'
import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import type { Round, RoundEvent, RoundResult } from '../../domain/rounds/round.ts'
import { completeRound, correctRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import type { PlacedPlayers } from '../../domain/rounds/round-result.ts'
import type { Season } from '../../domain/seasons/season.ts'
import type { CompleteBody } from '../contract/rounds.ts'
import { resultOf } from '../input/rounds.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function resultRoutes(app: App, services: CommandServices): void {
  serve(app, 'POST /admin/rounds/{id}/complete', async (request) => {
    await lockIfDue(services, request.params.id)
    await publish(request, completeRound)
    return { message: 'Sport completed and scored' }
  })

  serve(app, 'POST /admin/rounds/{id}/correct', async (request) => {
    const { events } = await publish(request, correctRound)
    return { message: events.length > 0 ? 'Result corrected' : 'That is already the result' }
  })

  serve(app, 'POST /admin/rounds/{id}/unlock', async (request) => {
    await commandOnRound(services, contextOf(request, request.body), request.params.id, unlockRound)
    return { message: 'Sport unlocked. Its points do not count until it is completed again' }
  })

  function publish(
    request: FastifyRequest<{ Params: { id: number }; Body: CompleteBody }>,
    decide: (state: Round, inSeason: Season, result: RoundResult, placed: PlacedPlayers) => RoundEvent[],
  ) {
    const { params, body } = request
    const result = resultOf(body)
    return commandOnRound(services, contextOf(request, body), params.id, async (state, inSeason) => {
      return decide(state, inSeason, result, await placedPlayers(services, state, result.placements))
    })
  }
}
