import { command } from '../../commands/command.ts'
import { requireSeason } from '../../commands/lookups.ts'
import { changeRound, removeAllTeams } from '../../commands/rounds/edit-round.ts'
import { lockNow } from '../../commands/rounds/lock-round.ts'
import { commandOnRound } from '../../commands/rounds/round-command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { Refusal } from '../../domain/refusal.ts'
import { cancelRound, reinstateRound } from '../../domain/rounds/cancelling.ts'
import { createRound, deleteRound, purgeRound, restoreRound } from '../../domain/rounds/round-decisions.ts'
import { addTeams } from '../../domain/rounds/round-editing.ts'
import { renameTeam } from '../../domain/rounds/team-names.ts'
import { roundIn, roundsIn, seasonStream, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import { findRound, isOfOtherSeason, pickersOf, type RoundInSeason } from '../../projections/now/rounds.ts'
import { listSeasons } from '../../projections/now/seasons.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { changedDetails, newDetails, withoutBlank } from '../input/rounds.ts'
import { presentRound, presentRounds, presentTeamLists } from '../presenters/rounds.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function roundRoutes(app: App, services: CommandServices): void {
  const { read } = services

  serve(app, 'GET /admin/rounds', async () => {
    const rounds = listRounds(await listSeasons(read))
    return presentRounds(rounds, await pickersOf(read, rounds))
  })

  serve(app, 'GET /admin/rounds/season/{id}', async (request) => {
    const rounds = listRounds([await requireSeason(read, request.params.id)])
    return presentRounds(rounds, await pickersOf(read, rounds))
  })

  serve(app, 'GET /admin/rounds/season/{id}/deleted', async (request) => {
    const rounds = listDeletedRounds(await requireSeason(read, request.params.id))
    return presentRounds(rounds, await pickersOf(read, rounds))
  })

  serve(app, 'GET /admin/rounds/{id}', async (request) => {
    const found = await findRound(read, request.params.id)
    if (found?.round.deletedAt !== null) throw new Refusal('sport-not-found')
    return presentRound(found, await pickersOf(read, [found]))
  })

  serve(app, 'GET /admin/team-lists', async () => presentTeamLists(listRounds(await listSeasons(read))))

  serve(app, 'POST /admin/rounds', async (request, reply) => {
    const { seasonId } = request.body
    const details = newDetails(request.body)
    const roundId = await underNewId(services, request, 'round', async (roundId) => {
      if (await isOfOtherSeason(read, { roundId, seasonId }))
        throw new Refusal('id-in-use', { kind: 'sport', id: roundId })
      await command(services, contextOf(request), seasonStream, [seasonId], (state) =>
        createRound(roundIn(state, roundId), state.season, { ...details, roundId, seasonId }),
      )
      return roundId
    })
    return reply.code(201).send({ message: 'Sport created', id: roundId })
  })

  serve(app, 'PUT /admin/rounds/{id}', async (request) => {
    const { teams, pickType, seasonId } = request.body
    await changeRound(services, contextOf(request, request.body), {
      roundId: request.params.id,
      seasonId,
      mayChangeTeams: teams !== undefined || pickType !== undefined,
      detailsFor: (state) => changedDetails(state, request.body),
    })
    return { message: 'Sport saved' }
  })

  serve(app, 'POST /admin/rounds/{id}/teams', async (request) => {
    await commandOnRound(services, contextOf(request), request.params.id, (state, inSeason) =>
      addTeams(state, inSeason, withoutBlank(request.body.teams), request.receivedAt),
    )
    return { message: 'Teams added' }
  })

  serve(app, 'DELETE /admin/rounds/{id}/teams', async (request) => {
    const kept = await removeAllTeams(services, contextOf(request), request.params.id)
    return {
      message:
        kept.length === 0
          ? 'Teams removed'
          : `Teams removed, except those that were picked: ${kept.join(', ')}`,
    }
  })

  serve(app, 'PUT /admin/rounds/{id}/teams/rename', async (request) => {
    const context = contextOf(request, request.body)
    await commandOnRound(services, context, request.params.id, (state, inSeason) =>
      renameTeam(state, inSeason, request.body, context.reason),
    )
    return { message: 'Team renamed' }
  })

  serve(app, 'POST /admin/rounds/{id}/lock', async (request) => {
    await lockNow(services, contextOf(request, request.body), request.params.id)
    return { message: 'Sport locked' }
  })

  serve(app, 'POST /admin/rounds/{id}/cancel', async (request) => {
    await commandOnRound(services, contextOf(request, request.body), request.params.id, (state, inSeason) =>
      cancelRound(state, inSeason, request.receivedAt),
    )
    return { message: 'Sport cancelled' }
  })

  serve(app, 'POST /admin/rounds/{id}/reinstate', async (request) => {
    await commandOnRound(services, contextOf(request, request.body), request.params.id, (state, inSeason) =>
      reinstateRound(state, inSeason, request.receivedAt),
    )
    return { message: 'Sport reinstated' }
  })

  serve(app, 'POST /admin/rounds/{id}/soft-delete', async (request) => {
    await commandOnRound(services, contextOf(request, request.body), request.params.id, (state, inSeason) =>
      deleteRound(state, inSeason, request.receivedAt),
    )
    return { message: 'Sport deleted' }
  })

  serve(app, 'POST /admin/rounds/{id}/restore', async (request) => {
    await commandOnRound(services, contextOf(request), request.params.id, (state, inSeason) =>
      restoreRound(state, inSeason, request.receivedAt),
    )
    return { message: 'Sport restored' }
  })

  serve(app, 'DELETE /admin/rounds/{id}/permanent', async (request) => {
    await commandOnRound(services, contextOf(request), request.params.id, purgeRound)
    return { message: 'Sport permanently deleted' }
  })
}

const listRounds = (seasons: readonly WholeSeason[]): RoundInSeason[] =>
  seasons
    .flatMap((season) => roundsIn(season).map((round) => ({ round, season })))
    .filter(({ round }) => round.deletedAt === null)
    .toSorted(({ round: one }, { round: other }) => other.roundId - one.roundId)

function listDeletedRounds(season: WholeSeason): RoundInSeason[] {
  const deletedAt = ({ round }: RoundInSeason) => round.deletedAt ?? ''
  return roundsIn(season)
    .map((round) => ({ round, season }))
    .filter(({ round }) => round.deletedAt !== null)
    .toSorted((one, other) => (deletedAt(one) < deletedAt(other) ? 1 : -1))
}
