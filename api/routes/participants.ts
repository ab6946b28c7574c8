import type { FastifyRequest } from 'fastify'
import { caughtUp } from '../../commands/caught-up.ts'
import { command } from '../../commands/command.ts'
import { requirePlayers } from '../../commands/lookups.ts'
import type { CommandServices } from '../../commands/services.ts'
import { addParticipants, removeParticipant, removeParticipants } from '../../domain/seasons/season.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { participantsOf } from '../../projections/now/participants.ts'
import { activePlayerIds } from '../../projections/now/players.ts'
import { requireSeason } from '../../projections/now/seasons.ts'
import { presentParticipant } from '../presenters/seasons.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function participantRoutes(app: App, services: CommandServices): void {
  const { read } = services

  serve(app, 'GET /admin/season-participants/{seasonId}', async ({ params }) => {
    const season = await requireSeason(read, params.seasonId)
    return (await participantsOf(read, season)).map((player) => presentParticipant(player, season))
  })

  serve(app, 'POST /admin/season-participants/{seasonId}/participants', async (request) => {
    const { userId } = request.body
    await addAll(request, async () => {
      await requirePlayers(services, [userId])
      return [userId]
    })
    return { message: 'Participant added' }
  })

  serve(app, 'POST /admin/season-participants/{seasonId}/participants/bulk', async (request) => {
    const { userIds } = request.body
    const { events } = await addAll(request, async () => {
      if (userIds) {
        await requirePlayers(services, userIds)
        return userIds
      }
      await caughtUp(services)
      return activePlayerIds(read)
    })
    const added = events.length
    return { message: added === 1 ? '1 participant added' : `${added} participants added`, added }
  })

  serve(app, 'POST /admin/season-participants/{seasonId}/participants/bulk/remove', async (request) => {
    const { seasonId } = request.params
    const context = contextOf(request, request.body)
    const { events } = await command(services, context, seasonStream, [seasonId], (state) =>
      removeParticipants(state.season, request.body.userIds),
    )
    const removed = events.length
    return { message: removed === 1 ? '1 participant removed' : `${removed} participants removed`, removed }
  })

  serve(app, 'DELETE /admin/season-participants/{seasonId}/participants/{userId}', async (request) => {
    const { seasonId, userId } = request.params
    await command(services, contextOf(request, request.body), seasonStream, [seasonId], (state) =>
      removeParticipant(state.season, userId),
    )
    return { message: 'Participant removed' }
  })

  function addAll(
    request: FastifyRequest<{ Params: { seasonId: number } }>,
    playersToAdd: () => Promise<number[]>,
  ) {
    return command(services, contextOf(request), seasonStream, [request.params.seasonId], async (state) =>
      addParticipants(state.season, await playersToAdd()),
    )
  }
}
