import type { FastifyRequest } from 'fastify'
import { countingPick, enterPick, pick, submitPick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { PickLocked, Refusal } from '../../domain/refusal.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { addTeams } from '../../domain/rounds/round-editing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { partOf, transact } from '../../platform/event-store/transact.ts'
import type { PickLink } from '../../platform/links/pick-link.ts'
import { readIfThere } from '../../projections/history/names.ts'
import { pickInRest } from '../../projections/queries/leaderboard-view.ts'
import { command } from '../commands/command.ts'
import { pickContext } from '../commands/lookups.ts'
import { requireSeasonOf } from '../commands/round-command.ts'
import * as contract from '../contract/picks.ts'
import { Message } from '../contract/schema.ts'
import { openInvitation, ownPick } from '../presenters/own-pick.ts'
import { receiptsInRest } from '../presenters/pick-receipts.ts'
import type { App } from '../server/app.ts'
import { HttpRefusal } from '../server/problems.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'public' } as const

/** Opening a link changes nothing, however often: mail scanners open links too. */
export function pickRoutes(app: App, services: Services): void {
  app.get(
    '/picks/validate/:token',
    { config, schema: { params: contract.PickToken, response: { 200: contract.PickInvitation } } },
    async (request) => {
      const link = readLink(services, request.params.token)
      const invitation = await openInvitation(services, link, request.receivedAt)
      return { valid: true as const, ...invitation }
    },
  )

  app.get(
    '/picks/:token',
    {
      config,
      onRequest: async (request) => {
        if (services.links.wasReplaced(request.params.token))
          throw new HttpRefusal(410, 'This link was replaced by a newer one')
        readLink(services, request.params.token)
      },
      schema: { params: contract.PickToken, response: { 200: contract.OwnPick } },
    },
    async (request) => ownPick(services, readLink(services, request.params.token), request.receivedAt),
  )

  app.post(
    '/picks/:token',
    {
      config,
      // Before the body is read: without a link nobody gets that far.
      onRequest: async (request) => void readLink(services, request.params.token),
      schema: { params: contract.PickToken, body: contract.PickBody, response: { 200: contract.PickSaved } },
    },
    async (request) => {
      const link = readLink(services, request.params.token)
      const { roundId, playerId } = link
      request.actor = { kind: 'player', id: playerId }
      // Read with the pick itself, in one question.
      const context = pickContext(services, link)
      const saving = command(services, request, pick, [roundId, playerId], async (versions) =>
        submitPick(versions, await context, request.body.picks, request.receivedAt),
      )
      const [{ state, eventIds, position }] = await Promise.all([saving, context])
      const { locksAt } = await stillThere(services, request, link, position)
      if (request.receivedAt >= locksAt) throw new PickLocked(roundId)
      const saved = countingPick(state, locksAt)
      if (!saved) throw new PickLocked(roundId)
      return {
        message: 'Your pick is saved',
        pickItems: pickInRest(saved.picks)?.pickItems ?? [],
        submittedAt: saved.at,
        ...receiptsInRest(state, eventIds, locksAt),
      }
    },
  )

  app.post(
    '/admin/picks',
    { config: { access: 'admin' }, schema: { body: contract.EnterPickBody, response: { 200: Message } } },
    async (request) => {
      const { userId: playerId, roundId, picks, reason } = request.body
      request.reason = reason ?? null
      const seasonId = await requireSeasonOf(services, roundId)
      const of = { seasonId, roundId, playerId }
      const { position } = await command(services, request, pick, [roundId, playerId], async (versions) =>
        enterPick(versions, await pickContext(services, of), picks, request.receivedAt),
      )
      await stillThere(services, request, of, position)
      return { message: 'Pick saved' }
    },
  )
}

/** Throws Refusal not_found for anything that is not a link of this server. */
function readLink({ links }: Services, token: string): PickLink {
  const link = links.read(token)
  if (link === null) throw new Refusal('not_found', 'Invalid or expired link')
  return link
}

type PickRequest = FastifyRequest<{ Body: { picks: string[] } }>

/**
 * The round as it is now that the pick is in the log: whoever was answered 'saved' counts. A player who was closed before it
 * refuses it after all; a team that was taken away meanwhile comes back. Throws Refusal.
 */
async function stillThere(
  services: Services,
  request: PickRequest,
  of: PickLink,
  position: Position | null,
): Promise<PresentRound> {
  const { round, player: who } = await pickContext(services, of)
  if (who.status !== 'active' && (await wasClosedBefore(services, of.playerId, position ?? ''))) {
    throw new Refusal('pick_closed', 'This account is not active')
  }
  if (!('locksAt' in round)) throw new Refusal('pick_closed', 'This sport is no longer available')
  const picked = request.body.picks.map((team) => team.trim())
  const gone = picked.filter((team) => team !== '' && !round.teams.includes(team))
  if (round.pickType === 'single' && gone.length > 0) await putBack(services, request, of, gone)
  return round
}

/** Whether the player's last deactivation stands before that place in the log: whoever removes a player looks up to there. */
async function wasClosedBefore({ store }: Services, playerId: number, position: Position): Promise<boolean> {
  const events = await readIfThere(store, player.stream(playerId))
  const closed = events.findLast(({ type }) => type === 'PlayerDeactivated')
  return events.length === 0 || (closed !== undefined && closed.position < position)
}

/** Whoever takes a team off the list looks who has picked it, and has missed this one. */
async function putBack(
  { store }: Services,
  { commandId, receivedAt }: PickRequest,
  { seasonId, roundId }: PickLink,
  teams: readonly string[],
) {
  const command = { id: partOf(commandId, 'put back'), correlationId: commandId, causationId: commandId }
  await transact(store, {
    ...{ aggregate: seasonStream, id: [seasonId] },
    command: { ...command, actor: { kind: 'system' }, occurredAt: receivedAt },
    decide: (state) => addTeams(roundIn(state, roundId), state.season, teams, receivedAt),
  })
}
