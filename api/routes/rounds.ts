import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal'
import { round } from '#domain/round'
import {
  activateRound,
  createRound,
  deleteRound,
  lockRoundByHand,
  purgeRound,
  remindByHand,
  restoreRound,
} from '#domain/round-decisions'
import { addTeams, editRound, moveRound, removeTeams } from '#domain/round-editing'
import { activeSeason, openSeason, season } from '#domain/season'
import { playersToRemind } from '#projections/reminders'
import { findRound, listDeletedRounds, listRounds, teamsPicked } from '#projections/rounds'
import { findSeason, invitedParticipants } from '#projections/seasons'
import { currentSettings } from '#projections/settings'
import type { App } from '../app.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import * as contract from '../contract/rounds.ts'
import { Created, IdParams, Message, PermanentDeleteBody, ReasonBody } from '../contract/schema.ts'
import { drawId } from '../idempotency.ts'
import { bodyOrNone } from '../optional-body.ts'
import { commandOnRound, type RoundDecision } from '../round-command.ts'
import { changedDetails, newDetails, withoutBlank } from '../round-input.ts'
import type { Services } from '../services.ts'
import { picksTurn, seasonTurn } from '../turns.ts'

const CLOCK_TICK_MS = 2

const config = { access: 'admin' } as const
const byId = { params: IdParams, response: { 200: Message } }

type ById = FastifyRequest<{ Params: { id: number } }>

export function roundRoutes(app: App, services: Services): void {
  const { read, turns, clock } = services
  const list = { response: { 200: contract.RoundList } }

  app.get('/admin/rounds', { config, schema: list }, (request) => listRounds(read, request.receivedAt))

  app.get('/admin/rounds/season/:id', { config, schema: { params: IdParams, ...list } }, async (request) => {
    await requireSeason(request.params.id)
    return listRounds(read, request.receivedAt, request.params.id)
  })

  app.get(
    '/admin/rounds/season/:id/deleted',
    { config, schema: { params: IdParams, ...list } },
    async (request) => {
      await requireSeason(request.params.id)
      return listDeletedRounds(read, request.receivedAt, request.params.id)
    },
  )

  app.get(
    '/admin/rounds/:id',
    { config, schema: { params: IdParams, response: { 200: contract.Round } } },
    async (request) => {
      const found = await findRound(read, request.params.id, request.receivedAt)
      if (!found) throw new Refusal('not_found', 'Sport not found')
      return found
    },
  )

  app.post(
    '/admin/rounds',
    { config, schema: { body: contract.RoundBody, response: { 201: Created } } },
    async (request, reply) => {
      const { seasonId } = request.body
      const details = newDetails(request.body)
      const roundId = await drawId(services, request, 'round')
      await turns.alone(request, seasonTurn(seasonId), async () => {
        const inSeason = await current(services, season, seasonId)
        await command(services, request, round, [roundId], (state) =>
          createRound(state, inSeason, { ...details, roundId, seasonId }),
        )
      })
      return reply.code(201).send({ message: 'Sport created', id: roundId })
    },
  )

  app.put(
    '/admin/rounds/:id',
    { config, schema: { ...byId, body: contract.RoundChanges } },
    async (request) => {
      const { teams, pickType, seasonId, reason } = request.body
      request.reason = reason ?? null
      const keepsTeams = teams === undefined && pickType === undefined
      await besidePicks(request, keepsTeams ? async () => [] : pickedTeams, (at) =>
        commandOnRound(
          services,
          request,
          request.params.id,
          async (formerId) => {
            const isMoved = seasonId !== undefined && seasonId !== formerId
            const moved = isMoved ? activeSeason(await current(services, season, seasonId)) : null
            return (state, from) => [
              ...(moved ? moveRound(state, { from, to: moved }) : []),
              ...editRound(state, moved ?? from, changedDetails(state, request.body), at),
            ]
          },
          seasonId,
        ),
      )
      return { message: 'Sport saved' }
    },
  )

  app.post(
    '/admin/rounds/:id/teams',
    { config, schema: { ...byId, body: contract.TeamsBody } },
    async (request) => {
      await change(request, (state, inSeason) =>
        addTeams(state, inSeason, withoutBlank(request.body.teams), request.receivedAt),
      )
      return { message: 'Teams added' }
    },
  )

  app.delete('/admin/rounds/:id/teams', { config, schema: byId }, async (request) => {
    const { state } = await besidePicks(request, pickedTeams, (at) =>
      change(request, (before, inSeason) => removeTeams(before, inSeason, at)),
    )
    const kept = 'teams' in state ? state.teams : []
    return {
      message: kept.length === 0 ? 'Teams removed' : `Teams removed but those picked: ${kept.join(', ')}`,
    }
  })

  app.post(
    '/admin/rounds/:id/activate',
    { config, schema: { params: IdParams, response: { 200: contract.RoundActivated } } },
    async (request) => {
      const { events } = await commandOnRound(services, request, request.params.id, async (seasonId) => {
        await caughtUp(services)
        const participants = await invitedParticipants(read, seasonId)
        return (state, inSeason) => activateRound(state, inSeason, participants, request.receivedAt)
      })
      const [activated] = events
      const recipients = activated?.type === 'RoundActivated' ? activated.data.recipients : []
      const { count, message } = await mailedTo(recipients, ['gets a link', 'get their links'])
      return { message: `Sport activated. ${message}`, userCount: count }
    },
  )

  // Nobody who was told 'saved' is overtaken: picks under way come first, and the clock has moved on since the last.
  const lock = { config, preValidation: bodyOrNone, schema: { ...byId, body: ReasonBody } }
  app.post('/admin/rounds/:id/lock', lock, async (request) => {
    request.reason = request.body.reason ?? null
    await turns.alone(request, picksTurn(request.params.id), async () => {
      await sleep(CLOCK_TICK_MS)
      const lockedAt = clock.now()
      return change(request, (state, inSeason) => {
        openSeason(inSeason)
        return lockRoundByHand(state, lockedAt)
      })
    })
    return { message: 'Sport locked' }
  })

  app.post(
    '/admin/rounds/:id/send-reminder',
    { config, schema: { params: IdParams, response: { 200: contract.ReminderSent } } },
    async (request) => {
      let recipients: readonly number[] = []
      await commandOnRound(services, request, request.params.id, async () => {
        await caughtUp(services)
        recipients = await playersToRemind(read, request.params.id)
        return (state, inSeason) => remindByHand(state, inSeason, recipients, request.receivedAt)
      })
      const { count, message } = await mailedTo(recipients, ['is reminded', 'are reminded'])
      return { message, sent: count }
    },
  )

  app.post('/admin/rounds/:id/soft-delete', { config, schema: byId }, async (request) => {
    await change(request, (state, inSeason) => deleteRound(state, inSeason, request.receivedAt))
    return { message: 'Sport deleted' }
  })

  app.post('/admin/rounds/:id/restore', { config, schema: byId }, async (request) => {
    await change(request, restoreRound)
    return { message: 'Sport restored' }
  })

  app.delete(
    '/admin/rounds/:id/permanent',
    { config: { access: 'main_admin' }, schema: { ...byId, body: PermanentDeleteBody } },
    async (request) => {
      await change(request, purgeRound)
      return { message: 'Sport permanently deleted' }
    },
  )

  /** What must not take a team away that somebody picks at this moment. */
  function besidePicks<T>(
    request: ById,
    findPicked: (roundId: number) => Promise<string[]>,
    work: (at: { now: string; pickedTeams: string[] }) => Promise<T>,
  ) {
    const { id } = request.params
    return turns.alone(request, picksTurn(id), async () =>
      work({ now: request.receivedAt, pickedTeams: await findPicked(id) }),
    )
  }

  async function pickedTeams(roundId: number): Promise<string[]> {
    await caughtUp(services)
    return teamsPicked(read, roundId)
  }

  function change(request: ById, decide: RoundDecision) {
    return commandOnRound(services, request, request.params.id, async () => decide)
  }

  /** How many mails go out, and the sentence about it. */
  async function mailedTo({ length: count }: readonly number[], [one, many]: [one: string, many: string]) {
    const { notificationsOn } = await currentSettings(read)
    if (!notificationsOn) return { count: 0, message: 'Email notifications are off: nobody was mailed' }
    return { count, message: count === 1 ? `1 player ${one} by email` : `${count} players ${many} by email` }
  }

  async function requireSeason(seasonId: number) {
    if (!(await findSeason(read, seasonId))) throw new Refusal('not_found', 'Season not found')
  }
}
