import { chooseDefaultSeason, league } from '#domain/league'
import { Refusal } from '#domain/refusal'
import { createSeason, endSeason, reopenSeason, season } from '#domain/season'
import { standings, winnersOf } from '#domain/standings'
import { loadSeason } from '#projections/season-facts'
import { findDefaultSeason, findSeason, listSeasons, listWinners } from '#projections/seasons'
import type { App } from '../app.ts'
import { command } from '../command.ts'
import { Created, IdParams, Message } from '../contract/schema.ts'
import * as contract from '../contract/seasons.ts'
import { requirePlayers } from '../lookups.ts'
import type { Services } from '../services.ts'

const config = { access: 'admin' } as const
const open = { access: 'public' } as const

export function seasonRoutes(app: App, services: Services): void {
  const { read, ids, turns } = services
  const lists = { response: { 200: contract.SeasonList } }
  app.get('/public/seasons', { config: open, schema: lists }, () => listSeasons(read))
  app.get('/admin/seasons', { config, schema: lists }, () => listSeasons(read))

  const byDefault = { response: { 200: contract.DefaultSeason } }
  app.get('/public/seasons/default', { config: open, schema: byDefault }, () => findDefaultSeason(read))
  app.get('/admin/seasons/default', { config, schema: byDefault }, () => findDefaultSeason(read))

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
      const { name, yearStart, yearEnd, commissioner, isDefault = false, participantIds = [] } = request.body
      await requirePlayers(services, participantIds)
      const seasonId = await ids.next('season')
      const details = { seasonId, name, yearStart, yearEnd, commissioner: commissioner || null }
      await command(services, request, season, [seasonId], (state) =>
        createSeason(state, { ...details, participants: participantIds }),
      )
      if (isDefault) {
        await command(services, request, league, [], (state) => chooseDefaultSeason(state, seasonId))
      }
      return reply.code(201).send({ message: 'Season created', id: seasonId })
    },
  )

  app.post(
    '/admin/seasons/:id/end',
    { config, schema: { params: IdParams, response: { 200: contract.SeasonEnded } } },
    async (request) => {
      const { id } = request.params
      await turns(`season-${id}`, async () => {
        const ending = await endingOf(services, id, request.receivedAt)
        await command(services, request, season, [id], (state) => endSeason(state, ending))
      })
      return { message: 'Season ended', winners: await listWinners(read, id) }
    },
  )

  app.post(
    '/admin/seasons/:id/reopen',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      await turns(`season-${id}`, () => command(services, request, season, [id], reopenSeason))
      return { message: 'Season reopened' }
    },
  )
}

/** The final standings of the season as it is now. */
async function endingOf({ read, projector, store }: Services, seasonId: number, now: string) {
  await projector.waitFor(await store.head())
  const loaded = await loadSeason(read, seasonId, now)
  if (!loaded) throw new Refusal('not_found', 'Season not found')
  const { rounds, facts } = loaded
  return {
    unfinishedRounds: rounds
      .filter(({ status }) => status !== 'completed')
      .map(({ sport_name }) => sport_name),
    points: facts.points,
    winners: winnersOf(standings(facts)),
    now,
  }
}
