import type { FastifyRequest } from 'fastify'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { remindByHand } from '../../domain/rounds/notices.ts'
import type { Round, RoundEvent } from '../../domain/rounds/round.ts'
import {
  activateRound,
  createRound,
  deleteRound,
  purgeRound,
  restoreRound,
} from '../../domain/rounds/round-decisions.ts'
import { addTeams, editRound, pickedTeamsStay, removeTeams } from '../../domain/rounds/round-editing.ts'
import type { Season, SeasonEvent } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { later } from '../../platform/time/clock.ts'
import { playersToRemind } from '../../projections/read-models/reminders.ts'
import {
  findRound,
  listDeletedRounds,
  listRounds,
  teamsPicked,
} from '../../projections/read-models/rounds.ts'
import { findSeason, invitedParticipants } from '../../projections/read-models/seasons.ts'
import { currentSettings } from '../../projections/read-models/settings.ts'
import { caughtUp } from '../commands/caught-up.ts'
import { command } from '../commands/command.ts'
import { lockNow, putAhead } from '../commands/lock-now.ts'
import { moveRound } from '../commands/move-round.ts'
import { commandOnNotices, commandOnRound, requireSeasonOf } from '../commands/round-command.ts'
import * as contract from '../contract/rounds.ts'
import { Created, IdParams, Message, PermanentDeleteBody, ReasonBody } from '../contract/schema.ts'
import { drawId } from '../idempotency/idempotency.ts'
import { changedDetails, newDetails, withoutBlank } from '../presenters/round-input.ts'
import type { App } from '../server/app.ts'
import { bodyOrNone } from '../server/optional-body.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const
type SeasonOrRoundEvent = SeasonEvent | RoundEvent
type ById = FastifyRequest<{ Params: { id: number } }>

const byId = { params: IdParams, response: { 200: Message } }

export function roundRoutes(app: App, services: Services): void {
  const { read } = services
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
      await command(services, request, seasonStream, [seasonId], (state) =>
        createRound(roundIn(state, roundId), state.season, { ...details, roundId, seasonId }),
      )
      return reply.code(201).send({ message: 'Sport created', id: roundId })
    },
  )

  app.put(
    '/admin/rounds/:id',
    { config, schema: { ...byId, body: contract.RoundChanges } },
    async (request) => {
      const { teams, pickType, seasonId, reason } = request.body
      request.reason = reason ?? null
      const { id } = request.params
      const keepsTeams = teams === undefined && pickType === undefined
      const at = {
        now: request.receivedAt,
        pickedTeams: keepsTeams ? [] : await pickedTeams(id),
        earliestLock: later(services.clock.now(), services.lockLeadMs),
      }
      let planned: Instant | null = null
      const edit = (state: Round, inSeason: Season) => {
        planned = 'locksAt' in state ? state.locksAt : null
        return editRound(state, inSeason, changedDetails(state, request.body), at)
      }
      const isMoved = seasonId !== undefined && seasonId !== (await requireSeasonOf(services, id))
      if (isMoved) await moveRound(services, request, { roundId: id, seasonId, edit })
      else await keepAhead(request, await commandOnRound(services, request, id, edit), planned)
      if (!keepsTeams) await refuseIfPickedMeanwhile(request)
      return { message: 'Sport saved' }
    },
  )

  app.post(
    '/admin/rounds/:id/teams',
    { config, schema: { ...byId, body: contract.TeamsBody } },
    async (request) => {
      await commandOnRound(services, request, request.params.id, (state, inSeason) =>
        addTeams(state, inSeason, withoutBlank(request.body.teams), request.receivedAt),
      )
      return { message: 'Teams added' }
    },
  )

  app.delete('/admin/rounds/:id/teams', { config, schema: byId }, async (request) => {
    const { id } = request.params
    const { state } = await commandOnRound(services, request, id, async (before, inSeason) =>
      removeTeams(before, inSeason, { now: request.receivedAt, pickedTeams: await pickedTeams(id) }),
    )
    await refuseIfPickedMeanwhile(request)
    const now = roundIn(state, id)
    const kept = 'teams' in now ? now.teams : []
    return {
      message: kept.length === 0 ? 'Teams removed' : `Teams removed but those picked: ${kept.join(', ')}`,
    }
  })

  app.post(
    '/admin/rounds/:id/activate',
    { config, schema: { params: IdParams, response: { 200: contract.RoundActivated } } },
    async (request) => {
      const { events } = await commandOnRound(
        services,
        request,
        request.params.id,
        async (state, inSeason, seasonId) => {
          await caughtUp(services)
          const participants = await invitedParticipants(read, seasonId)
          return activateRound(state, inSeason, participants, request.receivedAt)
        },
      )
      const [activated] = events
      const recipients = activated?.type === 'RoundActivated' ? activated.data.recipients : []
      const { count, message } = await mailedTo(recipients, ['gets a link', 'get their links'])
      return { message: `Sport activated. ${message}`, userCount: count }
    },
  )

  const lock = { config, preValidation: bodyOrNone, schema: { ...byId, body: ReasonBody } }
  app.post('/admin/rounds/:id/lock', lock, async (request) => {
    request.reason = request.body.reason ?? null
    await lockNow(services, request, request.params.id)
    return { message: 'Sport locked' }
  })

  app.post(
    '/admin/rounds/:id/send-reminder',
    { config, schema: { params: IdParams, response: { 200: contract.ReminderSent } } },
    async (request) => {
      let recipients: readonly number[] = []
      await commandOnNotices(services, request, request.params.id, async (state, inSeason) => {
        await caughtUp(services)
        recipients = await playersToRemind(read, request.params.id)
        return remindByHand(state, inSeason, recipients, request.receivedAt)
      })
      const { count, message } = await mailedTo(recipients, ['is reminded', 'are reminded'])
      return { message, sent: count }
    },
  )

  app.post('/admin/rounds/:id/soft-delete', { config, schema: byId }, async (request) => {
    await commandOnRound(services, request, request.params.id, (state, inSeason) =>
      deleteRound(state, inSeason, request.receivedAt),
    )
    return { message: 'Sport deleted' }
  })

  app.post('/admin/rounds/:id/restore', { config, schema: byId }, async (request) => {
    await commandOnRound(services, request, request.params.id, restoreRound)
    return { message: 'Sport restored' }
  })

  app.delete(
    '/admin/rounds/:id/permanent',
    { config: { access: 'main_admin' }, schema: { ...byId, body: PermanentDeleteBody } },
    async (request) => {
      await commandOnRound(services, request, request.params.id, purgeRound)
      return { message: 'Sport permanently deleted' }
    },
  )

  /** A lock time that was moved, and written too late to be ahead of every clock, is put ahead once more. */
  async function keepAhead(
    request: ById,
    { events }: { events: readonly SeasonOrRoundEvent[] },
    planned: Instant | null,
  ) {
    const moved = events.find(({ type }) => type === 'RoundRescheduled')
    if (moved?.type !== 'RoundRescheduled' || planned === null) return
    const { roundId, locksAt } = moved.data
    const isAhead = locksAt >= later(services.clock.now(), services.lockLeadMs / 2)
    if (isAhead || locksAt >= planned) return
    const seasonId = await requireSeasonOf(services, roundId)
    await putAhead(services, request, { seasonId, roundId }, { locksAt, planned })
  }

  /** A team that somebody picked while it was taken away comes back. Throws Refusal. */
  async function refuseIfPickedMeanwhile(request: ById) {
    const { id } = request.params
    const picked = await pickedTeams(id)
    let gone: string[] = []
    const putBack = (state: Round, inSeason: Season) => {
      const isListed = 'teams' in state && state.pickType === 'single'
      gone = isListed ? [...new Set(picked)].filter((team) => !state.teams.includes(team)) : []
      return gone.length > 0 ? addTeams(state, inSeason, gone, request.receivedAt) : []
    }
    await commandOnRound(services, request, id, putBack, 'put back')
    if (gone.length > 0) throw pickedTeamsStay(gone)
  }

  async function pickedTeams(roundId: number): Promise<string[]> {
    await caughtUp(services)
    return teamsPicked(read, roundId)
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
