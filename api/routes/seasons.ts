import type { FastifyReply, FastifyRequest } from 'fastify'
import { caughtUp } from '../../commands/caught-up.ts'
import { command, current } from '../../commands/command.ts'
import { requirePlayers } from '../../commands/lookups.ts'
import { createFrom } from '../../commands/rounds/copy-season.ts'
import type { CommandServices } from '../../commands/services.ts'
import { Refusal } from '../../domain/refusal.ts'
import { honoursOf } from '../../domain/season-story/honours.ts'
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
} from '../../domain/seasons/season.ts'
import { seasonStream, unfinishedRounds, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import { winnersOf } from '../../domain/seasons/standings.ts'
import { chooseDefaultSeason, clearDefaultSeason, type League, league } from '../../domain/settings/league.ts'
import { coalesced } from '../../platform/in-batches.ts'
import { loadSeason } from '../../projections/boards/season-facts.ts'
import { findDefaultSeason, findSeason, listSeasons } from '../../projections/now/seasons.ts'
import { findDocuments, listDocuments } from '../../projections/read-models/find-documents.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import type { ReasonBody } from '../contract/schema.ts'
import type * as contract from '../contract/seasons.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { presentStandings } from '../presenters/leaderboards.ts'
import { presentSeasonRow, presentWinners } from '../presenters/seasons.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type ById = FastifyRequest<{ Params: { id: number } }>

type Uses = CommandServices & Pick<Services, 'boards' | 'cache'>

export function seasonRoutes(app: App, services: Uses): void {
  const { read } = services
  const list = seasonList(services)
  serve(app, 'GET /public/seasons', (request, reply) => {
    request.isKept = true
    return list(reply)
  })
  serve(app, 'GET /admin/seasons', (_request, reply) => list(reply))

  serve(app, 'GET /public/seasons/default', (request) => {
    request.isKept = true
    return defaultSeason()
  })
  serve(app, 'GET /admin/seasons/default', defaultSeason)

  serve(app, 'GET /admin/seasons/deleted', async () => {
    const { chosenId } = await findDefaultSeason(read)
    return (await deletedSeasons(read)).map((season) => presentSeasonRow(season, chosenId))
  })

  serve(app, 'GET /public/seasons/{id}/winners', (request) => {
    request.isKept = true
    return winners(request.params.id)
  })

  serve(app, 'POST /admin/seasons', async (request, reply) => {
    const { isDefault = false, participantIds = [], picksSealed, copyFrom } = request.body
    await requirePlayers(services, participantIds)
    const seasonId = await underNewId(services, request, 'season', async (seasonId) => {
      const details = { ...detailsOf(request.body), seasonId, participants: participantIds }
      const context = contextOf(request)
      if (copyFrom) await createFrom(services, context, { ...details, picksSealed, copyFrom })
      else {
        await command(services, context, seasonStream, [seasonId], (state) =>
          createSeason(state.season, { ...details, picksSealed: picksSealed ?? false }),
        )
      }
      return seasonId
    })
    await setDefault(request, seasonId, isDefault)
    return reply.code(201).send({ message: 'Season created', id: seasonId })
  })

  serve(app, 'PUT /admin/seasons/{id}', async (request) => {
    const { id } = request.params
    const { isDefault } = request.body
    if (isDefault) defaultableSeason(await seasonNow(id))
    await change(request, (state) => editSeason(state, detailsOf(request.body)), request.body)
    if (isDefault !== undefined) await setDefault(request, id, isDefault)
    if (isDefault) await keepDefault(request, id)
    return { message: 'Season saved' }
  })

  serve(app, 'PUT /admin/seasons/{id}/toggle-active', async (request) => {
    const { id } = request.params
    const wasActive = presentSeason(await seasonNow(id)).active
    if (wasActive) await setDefault(request, id, false)
    const { events } = await change(
      request,
      (state) => (presentSeason(state).active ? deactivateSeason(state) : activateSeason(state)),
      request.body,
    )
    const isActive = events.some(({ type }) => type === 'SeasonActivated')
    if (!isActive) await setDefault(request, id, false, 'once more')
    return { message: `Season ${isActive ? 'activated' : 'deactivated'}`, isActive }
  })

  serve(app, 'POST /admin/seasons/{id}/end', async (request) => {
    const { id } = request.params
    await command(services, contextOf(request), seasonStream, [id], async (state) =>
      endSeason(state.season, {
        unfinishedRounds: unfinishedRounds(state),
        ...(await endingOf(services, id, request.receivedAt)),
      }),
    )
    return { message: 'Season ended', winners: await winners(id) }
  })

  serve(app, 'POST /admin/seasons/{id}/reopen', async (request) => {
    await change(request, reopenSeason, request.body)
    return { message: 'Season reopened' }
  })

  serve(app, 'POST /admin/seasons/{id}/soft-delete', async (request) => {
    const { id } = request.params
    presentSeason(await seasonNow(id))
    await setDefault(request, id, false)
    await change(request, (state) => deleteSeason(state, request.receivedAt), request.body)
    await setDefault(request, id, false, 'once more')
    return { message: 'Season deleted' }
  })

  serve(app, 'POST /admin/seasons/{id}/restore', async (request) => {
    await change(request, restoreSeason)
    return { message: 'Season restored. It is not active until you activate it' }
  })

  serve(app, 'DELETE /admin/seasons/{id}/permanent', async (request) => {
    await change(request, purgeSeason)
    return { message: 'Season permanently deleted' }
  })

  async function defaultSeason() {
    const { season, chosenId } = await findDefaultSeason(read)
    return season && presentSeasonRow(season, chosenId)
  }

  async function winners(id: number) {
    const season = (await findSeason(read, id))?.season
    if (season?.status !== 'ended') return []
    const ids = season.winners.map(({ playerId }) => playerId)
    const [players, honours] = await Promise.all([findDocuments(read, 'player', ids), honoursIn(id)])
    return presentWinners(season, players, honours)
  }

  async function honoursIn(id: number) {
    const found = await services.boards.seasonNow(id)
    return found && services.cache(`honours ${id} ${found.tag}`, async () => honoursOf(found.season))
  }

  function change(request: ById, decide: (state: Season) => SeasonEvent[], why: ReasonBody = {}) {
    return command(services, contextOf(request, why), seasonStream, [request.params.id], (state) =>
      decide(state.season),
    )
  }

  async function seasonNow(id: number): Promise<Season> {
    return (await current(services, seasonStream, id)).season
  }

  /** Before the season itself leaves, so that a crash leaves no default that is gone; and after it, should somebody have chosen it meanwhile. */
  function setDefault(request: FastifyRequest, seasonId: number, isDefault: boolean, part?: string) {
    const decide = (state: League) =>
      isDefault ? chooseDefaultSeason(state, seasonId) : clearDefaultSeason(state, seasonId)
    return command(services, contextOf(request), league, [], decide, part)
  }

  /** Throws Refusal where the season was deleted meanwhile: it is the default no more. */
  async function keepDefault(request: FastifyRequest, seasonId: number) {
    try {
      defaultableSeason(await seasonNow(seasonId))
    } catch (error) {
      await setDefault(request, seasonId, false, 'once more')
      throw error
    }
  }
}

const detailsOf = ({ name, yearStart, yearEnd, commissioner }: contract.SeasonChanges) => ({
  name,
  yearStart,
  yearEnd,
  commissioner: commissioner || null,
})

function seasonList({ read, boards }: Uses) {
  const listed = coalesced(async () => {
    const [seasons, { chosenId }] = await Promise.all([listSeasons(read), findDefaultSeason(read)])
    const tables = await Promise.all(seasons.map(({ season }) => boards.tableOf(season.seasonId)))
    const list = seasons.map((season, index) => ({
      ...presentSeasonRow(season, chosenId),
      leaderboard: presentStandings(tables[index] ?? []),
    }))
    return Buffer.from(JSON.stringify(list))
  })
  return async (reply: FastifyReply) => reply.type('application/json; charset=utf-8').send(await listed())
}

async function deletedSeasons(read: Read): Promise<WholeSeason[]> {
  const seasons = [...(await listDocuments(read, 'season')).values()]
  const deletedAt = ({ season }: WholeSeason) => season.deletedAt ?? ''
  return seasons
    .filter(({ season }) => season.deletedAt !== null)
    .toSorted((one, other) => (deletedAt(one) < deletedAt(other) ? 1 : -1))
}

async function endingOf(services: Uses, seasonId: number, now: string) {
  await caughtUp(services)
  const loaded = await loadSeason(services.read, seasonId)
  if (!loaded) throw new Refusal('season-not-found')
  return { rules: loaded.facts.rules, winners: winnersOf(loaded.table), now }
}
