import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseDefaultSeason, clearDefaultSeason, league } from '#domain/league'
import { Refusal } from '#domain/refusal'
import {
  activateSeason,
  createSeason,
  deactivateSeason,
  defaultableSeason,
  deleteSeason,
  editSeason,
  endSeason,
  presentSeason,
  purgeSeason,
  reopenSeason,
  restoreSeason,
  type Season,
  type SeasonEvent,
  season,
} from '#domain/season'
import { standings, winnersOf } from '#domain/standings'
import { asOne } from '#platform/in-batches'
import { loadSeason, seasonAt } from '#projections/season-facts'
import {
  findDefaultSeason,
  findSeason,
  listDeletedSeasons,
  listSeasons,
  listWinners,
} from '#projections/seasons'
import type { App } from '../app.ts'
import { caughtUp } from '../caught-up.ts'
import { command, current } from '../command.ts'
import { Created, IdParams, Message, PermanentDeleteBody, ReasonBody } from '../contract/schema.ts'
import * as contract from '../contract/seasons.ts'
import { drawId } from '../idempotency.ts'
import { requirePlayers } from '../lookups.ts'
import { bodyOrNone } from '../optional-body.ts'
import type { Services } from '../services.ts'
import { seasonTurn } from '../turns.ts'

const config = { access: 'admin' } as const
const open = { access: 'public' } as const
const mainAdmin = { access: 'main_admin' } as const

type ById = FastifyRequest<{ Params: { id: number } }>

export function seasonRoutes(app: App, services: Services): void {
  const { read, turns } = services
  const lists = { response: { 200: contract.SeasonList } }
  const list = seasonList(services)
  app.get('/public/seasons', { config: open, schema: lists }, (_request, reply) => list(reply))
  app.get('/admin/seasons', { config, schema: lists }, (_request, reply) => list(reply))

  const byDefault = { response: { 200: contract.DefaultSeason } }
  app.get('/public/seasons/default', { config: open, schema: byDefault }, () => findDefaultSeason(read))
  app.get('/admin/seasons/default', { config, schema: byDefault }, () => findDefaultSeason(read))

  app.get('/admin/seasons/deleted', { config, schema: { response: { 200: contract.DeletedSeasons } } }, () =>
    listDeletedSeasons(read),
  )

  app.get(
    '/public/seasons/:id/winners',
    { config: open, schema: { params: IdParams, response: { 200: contract.Winners } } },
    async ({ params }) => {
      const found = await findSeason(read, params.id)
      return found ? listWinners(read, params.id) : []
    },
  )

  app.post(
    '/admin/seasons',
    { config, schema: { body: contract.SeasonBody, response: { 201: Created } } },
    async (request, reply) => {
      const { isDefault = false, participantIds = [] } = request.body
      await requirePlayers(services, participantIds)
      const seasonId = await drawId(services, request, 'season')
      const details = { ...detailsOf(request.body), seasonId, participants: participantIds }
      await command(services, request, season, [seasonId], (state) => createSeason(state, details))
      await setDefault(request, seasonId, isDefault)
      return reply.code(201).send({ message: 'Season created', id: seasonId })
    },
  )

  app.put(
    '/admin/seasons/:id',
    {
      config,
      schema: { params: IdParams, body: contract.SeasonChanges, response: { 200: Message } },
    },
    async (request) => {
      const { id } = request.params
      const { isDefault } = request.body
      await turns.alone(request, seasonTurn(id), async () => {
        if (isDefault) defaultableSeason(await current(services, season, id))
        await decided(request, (state) => editSeason(state, detailsOf(request.body)))
        if (isDefault !== undefined) await setDefault(request, id, isDefault)
      })
      return { message: 'Season saved' }
    },
  )

  app.put(
    '/admin/seasons/:id/toggle-active',
    { config, schema: { params: IdParams, response: { 200: contract.SeasonToggled } } },
    async (request) => {
      const { id } = request.params
      return turns.alone(request, seasonTurn(id), async () => {
        const { active } = presentSeason(await current(services, season, id))
        if (active) await setDefault(request, id, false)
        await decided(request, active ? deactivateSeason : activateSeason)
        return { message: `Season ${active ? 'deactivated' : 'activated'}`, isActive: !active }
      })
    },
  )

  app.post(
    '/admin/seasons/:id/end',
    { config, schema: { params: IdParams, response: { 200: contract.SeasonEnded } } },
    async (request) => {
      const { id } = request.params
      await turns.alone(request, seasonTurn(id), async () => {
        const ending = await endingOf(services, id, request.receivedAt)
        await command(services, request, season, [id], (state) => endSeason(state, ending))
      })
      return { message: 'Season ended', winners: await listWinners(read, id) }
    },
  )

  app.post(
    '/admin/seasons/:id/reopen',
    {
      config,
      preValidation: bodyOrNone,
      schema: { params: IdParams, body: ReasonBody, response: { 200: Message } },
    },
    async (request) => {
      request.reason = request.body.reason ?? null
      await change(request, reopenSeason)
      return { message: 'Season reopened' }
    },
  )

  app.post(
    '/admin/seasons/:id/soft-delete',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      await turns.alone(request, seasonTurn(id), async () => {
        presentSeason(await current(services, season, id))
        await setDefault(request, id, false)
        await decided(request, (state) => deleteSeason(state, request.receivedAt))
      })
      return { message: 'Season deleted' }
    },
  )

  app.post(
    '/admin/seasons/:id/restore',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      await change(request, restoreSeason)
      return { message: 'Season restored. It is not active until you activate it' }
    },
  )

  app.delete(
    '/admin/seasons/:id/permanent',
    {
      config: mainAdmin,
      schema: { params: IdParams, body: PermanentDeleteBody, response: { 200: Message } },
    },
    async (request) => {
      await change(request, purgeSeason)
      return { message: 'Season permanently deleted' }
    },
  )

  function change(request: ById, decide: (state: Season) => SeasonEvent[]) {
    return turns.alone(request, seasonTurn(request.params.id), () => decided(request, decide))
  }

  /** For whoever has the season's turn already. */
  function decided(request: ById, decide: (state: Season) => SeasonEvent[]) {
    return command(services, request, season, [request.params.id], decide)
  }

  /** Before the season itself loses it, so that a crash in between leaves no inactive default. */
  function setDefault(request: FastifyRequest, seasonId: number, isDefault: boolean) {
    return command(services, request, league, [], (state) =>
      isDefault ? chooseDefaultSeason(state, seasonId) : clearDefaultSeason(state, seasonId),
    )
  }
}

const detailsOf = ({ name, yearStart, yearEnd, commissioner }: contract.SeasonChanges) => ({
  name,
  yearStart,
  yearEnd,
  commissioner: commissioner || null,
})

/** Those who ask at the same moment get the same bytes. */
function seasonList({ read, boards }: Services) {
  const listed = asOne(async () => {
    const seasons = await listSeasons(read)
    const leaderboards = await Promise.all(seasons.map(({ id }) => boards.standingsOf(id)))
    const list = seasons.map((season, index) => ({ ...season, leaderboard: leaderboards[index] ?? [] }))
    return Buffer.from(JSON.stringify(list))
  })
  return async (reply: FastifyReply) => reply.type('application/json; charset=utf-8').send(await listed())
}

/** The final standings of the season as it is now. Throws Refusal not_found. */
async function endingOf(services: Services, seasonId: number, now: string) {
  await caughtUp(services)
  const loaded = await loadSeason(services.read, seasonId)
  if (!loaded) throw new Refusal('not_found', 'Season not found')
  const { rounds, facts } = seasonAt(loaded, now)
  return {
    unfinishedRounds: rounds
      .filter(({ status }) => status !== 'completed')
      .map(({ sport_name }) => sport_name),
    points: facts.points,
    winners: winnersOf(standings(facts)),
    now,
  }
}
