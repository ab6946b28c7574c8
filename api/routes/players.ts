import { command, current } from '../../commands/command.ts'
import { addPlayers, changePlayers, deletePlayer } from '../../commands/players.ts'
import type { CommandServices } from '../../commands/services.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { erasures } from '../../domain/erasure.ts'
import { compareTexts, counted } from '../../domain/names.ts'
import {
  addPlayer,
  deactivatePlayer,
  editPlayer,
  type PlayerDetails,
  player,
  reactivatePlayer,
  replaceLinks,
} from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { refusedAddresses } from '../../platform/mail/refused-addresses.ts'
import { playerData } from '../../projections/now/players.ts'
import { findDocument, listDocuments } from '../../projections/read-models/find-documents.ts'
import type * as contract from '../contract/players.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { PLACEHOLDER_DOMAIN, presentPlayerRow } from '../presenters/players.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function playerRoutes(app: App, services: CommandServices): void {
  const { read } = services

  serve(app, 'GET /admin/users', async () => {
    const erased = await current(services, erasures)
    const byId = [...(await listDocuments(read, 'player')).values()]
    const players = byId.toSorted((one, other) => compareTexts(one.name, other.name))
    const refusalOf = await refusedAddresses(services.privateSchema)
    return players.map((one) => presentPlayerRow(one, erased.has(player.stream(one.playerId)), refusalOf))
  })

  serve(app, 'GET /admin/users/{id}/has-data', async ({ params }) => {
    if (!(await findDocument(read, 'player', params.id))) throw new Refusal('player-not-found')
    return playerData(read, params.id)
  })

  serve(app, 'POST /admin/users', async (request, reply) => {
    const details = detailsOf(request.body)
    const playerId = await underNewId(services, request, 'player', async (playerId) => {
      await command(services, contextOf(request), player, [playerId], (state) =>
        addPlayer(state, { playerId, ...details }),
      )
      return playerId
    })
    return reply.code(201).send({ message: 'Player added', id: playerId })
  })

  serve(app, 'POST /admin/users/bulk', async (request, reply) => {
    const list = request.body.players.map((player, index) => detailsOf(player, `players.${index}.email`))
    const ids = await addPlayers(services, contextOf(request), list, (add) =>
      underNewId(services, { claim: null }, 'player', add),
    )
    const added = ids.length
    return reply.code(201).send({ message: `${counted(added, 'player')} added`, added, ids })
  })

  serve(app, 'POST /admin/users/bulk/deactivate', async (request) => {
    const { userIds } = request.body
    const changed = await changePlayers(services, contextOf(request, request.body), userIds, deactivatePlayer)
    return { message: `${counted(changed, 'player')} deactivated`, changed }
  })

  serve(app, 'POST /admin/users/bulk/reactivate', async (request) => {
    const { userIds } = request.body
    const changed = await changePlayers(services, contextOf(request, request.body), userIds, reactivatePlayer)
    return { message: `${counted(changed, 'player')} reactivated`, changed }
  })

  serve(app, 'PUT /admin/users/{id}', async (request) => {
    const details = detailsOf(request.body)
    await command(services, contextOf(request, request.body), player, [request.params.id], (state) =>
      editPlayer(state, details),
    )
    return { message: 'Player saved' }
  })

  serve(app, 'POST /admin/users/{id}/deactivate', async (request) => {
    await command(services, contextOf(request, request.body), player, [request.params.id], deactivatePlayer)
    return { message: 'Player deactivated' }
  })

  serve(app, 'POST /admin/users/{id}/reactivate', async (request) => {
    await command(services, contextOf(request), player, [request.params.id], reactivatePlayer)
    return { message: 'Player reactivated' }
  })

  serve(app, 'POST /admin/users/{id}/replace-links', async (request) => {
    await command(services, contextOf(request, request.body), player, [request.params.id], replaceLinks)
    return { message: 'Links replaced' }
  })

  serve(app, 'DELETE /admin/users/{id}', async (request) => {
    const { id } = request.params
    await deletePlayer(services, contextOf(request, request.body), id)
    return { message: 'Player deleted' }
  })
}

function detailsOf({ name, email }: contract.PlayerBody, field = 'email'): PlayerDetails {
  if (email === '' || email.toLowerCase().endsWith(`@${PLACEHOLDER_DOMAIN}`)) return { name, email: null }
  if (!isEmailAddress(email)) throw new Refusal('email-invalid', { field })
  return { name, email }
}
