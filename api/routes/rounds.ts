import { countingPick } from '#domain/pick'
import { NAMED_PLACES, type NamedPlace } from '#domain/points'
import { Refusal } from '#domain/refusal'
import { lockInstant, type NamedPlaces, type RoundDetails, round } from '#domain/round'
import {
  activateRound,
  completeRound,
  createRound,
  lockRoundByHand,
  unlockRound,
} from '#domain/round-decisions'
import { season } from '#domain/season'
import { isTimeZone, resolveTime } from '#platform/time-zone'
import { findRound, listRounds } from '#projections/rounds'
import { listParticipants } from '#projections/seasons'
import type { App } from '../app.ts'
import { command, current } from '../command.ts'
import * as contract from '../contract/rounds.ts'
import { Created, IdParams, Message } from '../contract/schema.ts'
import { picksOfPlayers, requireRound } from '../lookups.ts'
import type { Services } from '../services.ts'

const config = { access: 'admin' } as const

export function roundRoutes(app: App, services: Services): void {
  const { read, ids, turns } = services
  const list = { response: { 200: contract.RoundList } }

  app.get('/admin/rounds', { config, schema: list }, (request) => listRounds(read, request.receivedAt))

  app.get('/admin/rounds/season/:id', { config, schema: { params: IdParams, ...list } }, (request) =>
    listRounds(read, request.receivedAt, request.params.id),
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
      const details = detailsOf(request.body)
      const roundId = await ids.next('round')
      await turns(`season-${seasonId}`, async () => {
        const inSeason = await current(services, season, seasonId)
        await command(services, request, round, [roundId], (state) =>
          createRound(state, inSeason, { ...details, roundId, seasonId }),
        )
      })
      return reply.code(201).send({ message: 'Sport created', id: roundId })
    },
  )

  app.post(
    '/admin/rounds/:id/activate',
    { config, schema: { params: IdParams, response: { 200: contract.RoundActivated } } },
    async (request) => {
      const { id } = request.params
      const { seasonId } = await requireRound(services, id)
      const participants = (await listParticipants(read, seasonId)).filter(({ is_active }) => is_active === 1)
      const inSeason = await current(services, season, seasonId)
      const { events } = await command(services, request, round, [id], (state) =>
        activateRound(
          state,
          inSeason,
          participants.map(({ id, email }) => ({ playerId: id, email })),
          request.receivedAt,
        ),
      )
      const [activated] = events
      const userCount = activated?.type === 'RoundActivated' ? activated.data.recipients.length : 0
      return { message: `Sport activated. ${userCount} players get their link by email`, userCount }
    },
  )

  app.post(
    '/admin/rounds/:id/lock',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      await command(services, request, round, [request.params.id], (state) =>
        lockRoundByHand(state, request.receivedAt),
      )
      return { message: 'Sport locked' }
    },
  )

  app.post(
    '/admin/rounds/:id/complete',
    { config, schema: { params: IdParams, body: contract.CompleteBody, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      const { seasonId } = await requireRound(services, id)
      await turns(`season-${seasonId}`, async () => {
        const result = resultOf(request.body)
        const picked = await playersWithPick(services, id, result.placements)
        const inSeason = await current(services, season, seasonId)
        await command(services, request, round, [id], (state) =>
          completeRound(state, inSeason, result, { now: request.receivedAt, picked }),
        )
      })
      return { message: 'Sport completed and scored' }
    },
  )

  app.post(
    '/admin/rounds/:id/unlock',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      const { seasonId } = await requireRound(services, id)
      await turns(`season-${seasonId}`, async () => {
        const inSeason = await current(services, season, seasonId)
        await command(services, request, round, [id], (state) => unlockRound(state, inSeason))
      })
      return { message: 'Sport unlocked. Its points do not count until it is completed again' }
    },
  )
}

/** Throws Refusal for a time or a zone that does not exist. */
function detailsOf(body: contract.RoundBody): RoundDetails {
  if (!isTimeZone(body.timezone)) throw new Refusal('invalid', 'Timezone is not known', 'timezone')
  const resolved = resolveTime(body.lockTime, body.timezone)
  if ('problem' in resolved) throw new Refusal('invalid', resolved.problem, 'lockTime')
  const single = body.pickType === 'single'
  return {
    sportName: body.sportName,
    pickType: body.pickType,
    picksMax: single ? 1 : (body.numWriteInPicks ?? 1),
    emailMessage: body.emailMessage || null,
    locksAt: resolved.instant,
    timeZone: body.timezone,
    teams: single ? (body.teams ?? []) : [],
  }
}

function resultOf(body: contract.CompleteBody) {
  const texts: Record<NamedPlace, string | null | undefined> = {
    first: body.firstPlaceTeam,
    second: body.secondPlaceTeam,
    third: body.thirdPlaceTeam,
    fourth: body.fourthPlaceTeam,
    fifth: body.fifthPlaceTeam,
  }
  const places: NamedPlaces = Object.fromEntries(
    NAMED_PLACES.flatMap((place) => (texts[place] ? [[place, texts[place]]] : [])),
  )
  const placements = (body.manualScores ?? []).map(({ userId, placement }) => ({
    playerId: userId,
    placement,
  }))
  return { places, placements }
}

/** Of the players who are to hold a place, those whose pick counts. */
async function playersWithPick(
  services: Services,
  roundId: number,
  placements: ReturnType<typeof resultOf>['placements'],
): Promise<Set<number>> {
  const placed = placements.filter(({ placement }) => placement !== 'none').map(({ playerId }) => playerId)
  const lockedAt = lockInstant(await requireRound(services, roundId))
  const picks = await picksOfPlayers(services, roundId, placed)
  return new Set(placed.filter((playerId) => countingPick(picks.get(playerId) ?? [], lockedAt) !== null))
}
