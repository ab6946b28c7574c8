import { command, current } from '../../commands/command.ts'
import { deletePlayer } from '../../commands/players.ts'
import { isEmailAddress } from '../../domain/admins/email-address.ts'
import { erasures } from '../../domain/erasure.ts'
import {
  addPlayer,
  deactivatePlayer,
  editPlayer,
  type PlayerDetails,
  player,
  reactivatePlayer,
} from '../../domain/players/player.ts'
import { Refusal } from '../../domain/refusal.ts'
import { playerData } from '../../projections/queries/player-data.ts'
import { findPlayer, listPlayers, PLACEHOLDER_DOMAIN } from '../../projections/read-models/players.ts'
import * as contract from '../contract/players.ts'
import { Created, IdParams, Message } from '../contract/schema.ts'
import { drawId } from '../idempotency/idempotency.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const

export function playerRoutes(app: App, services: Services): void {
  const { read } = services

  app.get('/admin/users', { config, schema: { response: { 200: contract.PlayerList } } }, async () => {
    const erased = await current(services, erasures)
    const players = await listPlayers(read)
    return players.map((row) => ({
      ...row,
      ...(erased.has(player.stream(row.id)) && { erased: true as const }),
    }))
  })

  app.get(
    '/admin/users/:id/has-data',
    { config, schema: { params: IdParams, response: { 200: contract.PlayerHasData } } },
    async ({ params }) => {
      if (!(await findPlayer(read, params.id))) throw new Refusal('not_found', 'Player not found')
      return playerData(read, params.id)
    },
  )

  app.post(
    '/admin/users',
    { config, schema: { body: contract.PlayerBody, response: { 201: Created } } },
    async (request, reply) => {
      const details = detailsOf(request.body)
      const playerId = await drawId(services, request, 'player')
      await command(services, contextOf(request), player, [playerId], (state) =>
        addPlayer(state, { playerId, ...details }),
      )
      return reply.code(201).send({ message: 'Player added', id: playerId })
    },
  )

  app.put(
    '/admin/users/:id',
    { config, schema: { params: IdParams, body: contract.PlayerBody, response: { 200: Message } } },
    async (request) => {
      const details = detailsOf(request.body)
      await command(services, contextOf(request), player, [request.params.id], (state) =>
        editPlayer(state, details),
      )
      return { message: 'Player saved' }
    },
  )

  app.post(
    '/admin/users/:id/deactivate',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      await command(services, contextOf(request), player, [request.params.id], deactivatePlayer)
      return { message: 'Player deactivated' }
    },
  )

  app.post(
    '/admin/users/:id/reactivate',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      await command(services, contextOf(request), player, [request.params.id], reactivatePlayer)
      return { message: 'Player reactivated' }
    },
  )

  app.delete(
    '/admin/users/:id',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      await deletePlayer(services, contextOf(request), id)
      return { message: 'Player deleted' }
    },
  )
}

/** An empty address, or one on the placeholder's domain, is no address. Throws Refusal. */
function detailsOf({ name, email }: contract.PlayerBody): PlayerDetails {
  if (email === '' || email.toLowerCase().endsWith(`@${PLACEHOLDER_DOMAIN}`)) return { name, email: null }
  if (!isEmailAddress(email)) throw new Refusal('invalid', 'Please enter a valid email address', 'email')
  return { name, email }
}
