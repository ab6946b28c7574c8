import { command, current } from '../../commands/command.ts'
import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { countingPick, pick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { lookAtPicks, sealPicks, unsealPicks } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { later } from '../../platform/time/clock.ts'
import { presentPicks } from '../presenters/picks.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function sealingRoutes(app: App, services: CommandServices): void {
  serve(app, 'POST /admin/seasons/{id}/seal-picks', async (request) => {
    await command(services, contextOf(request), seasonStream, [request.params.id], ({ season }) =>
      sealPicks(season),
    )
    return { message: 'Picks are hidden from admins' }
  })

  serve(app, 'POST /admin/seasons/{id}/unseal-picks', async (request) => {
    const context = contextOf(request, request.body)
    // What was put aside may come back: no clock is still before its lock time.
    const now = later(context.receivedAt, -services.lockSettleMs)
    await command(services, context, seasonStream, [request.params.id], (state) =>
      unsealPicks(state, { reason: context.reason, now }),
    )
    return { message: 'Picks are no longer hidden from admins' }
  })

  // A POST although it reads: the log keeps who has seen what before anything is answered.
  serve(app, 'POST /admin/rounds/{id}/look', async (request) => {
    const roundId = request.params.id
    const playerIds = [...new Set(request.body.playerIds)]
    const context = contextOf(request, request.body)
    const { reason, receivedAt } = context
    const { state } = await commandOnRound(services, context, roundId, (round, season) =>
      lookAtPicks(round, season, { playerIds, reason }),
    )
    const round = roundIn(state, roundId)
    const lock = 'locksAt' in round ? round : { locksAt: receivedAt }
    const picks = await Promise.all(
      playerIds.map(async (userId) => {
        const who = await current(services, player, userId)
        const counting = countingPick(await current(services, pick, roundId, userId), lock)
        const pickItems = presentPicks(counting?.picks ?? null)?.pickItems ?? []
        return { userId, name: 'name' in who ? who.name : 'Former player', pickItems }
      }),
    )
    const what = picks.length === 1 ? '1 pick' : `${picks.length} picks`
    return { message: `Everybody can see that you looked at ${what}`, picks }
  })
}
