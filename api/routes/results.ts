import type { FastifyRequest } from 'fastify'
import { placedPlayers } from '../../commands/lookups.ts'
import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { Round, RoundEvent, RoundResult } from '../../domain/rounds/round.ts'
import { completeRound, correctRound, unlockRound } from '../../domain/rounds/round-decisions.ts'
import type { PlacedPlayers } from '../../domain/rounds/round-result.ts'
import type { Season } from '../../domain/seasons/season.ts'
import { CompleteBody, CorrectBody, UnlockBody } from '../contract/rounds.ts'
import { IdParams, Message } from '../contract/schema.ts'
import { resultOf } from '../presenters/round-input.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import { bodyOrNone } from '../server/optional-body.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const
const byId = { params: IdParams, response: { 200: Message } }

/** What earns points: a result is entered, corrected or taken back. */
export function resultRoutes(app: App, services: Services): void {
  app.post(
    '/admin/rounds/:id/complete',
    { config, schema: { ...byId, body: CompleteBody } },
    async (request) => {
      await publish(request, (state, inSeason, result, placed) =>
        completeRound(state, inSeason, result, { now: request.receivedAt, ...placed }),
      )
      return { message: 'Sport completed and scored' }
    },
  )

  app.post(
    '/admin/rounds/:id/correct',
    { config, schema: { ...byId, body: CorrectBody } },
    async (request) => {
      const { events } = await publish(request, correctRound)
      return { message: events.length > 0 ? 'The result is corrected' : 'This is the result already' }
    },
  )

  app.post(
    '/admin/rounds/:id/unlock',
    { config, preValidation: bodyOrNone, schema: { ...byId, body: UnlockBody } },
    async (request) => {
      await commandOnRound(services, contextOf(request, request.body), request.params.id, unlockRound)
      return { message: 'Sport unlocked. Its points do not count until it is completed again' }
    },
  )

  function publish(
    request: FastifyRequest<{ Params: { id: number }; Body: CompleteBody & UnlockBody }>,
    decide: (state: Round, inSeason: Season, result: RoundResult, placed: PlacedPlayers) => RoundEvent[],
  ) {
    const { params, body } = request
    const result = resultOf(body)
    return commandOnRound(services, contextOf(request, body), params.id, async (state, inSeason) =>
      decide(state, inSeason, result, await placedPlayers(services, state, result.placements)),
    )
  }
}
