import { changeChampion } from '../../commands/champions.ts'
import { command, current } from '../../commands/command.ts'
import { requirePlayers } from '../../commands/lookups.ts'
import type { CommandServices } from '../../commands/services.ts'
import {
  type ChampionDetails,
  champion,
  correctChampion,
  presentChampion,
  recordChampion,
  removeChampion,
} from '../../domain/champions/champion.ts'
import { Refusal } from '../../domain/refusal.ts'
import { allTime } from '../../domain/seasons/all-time.ts'
import { HALL } from '../../domain/settings/settings.ts'
import { keptHall } from '../../projections/boards/hall.ts'
import { listPastChampions } from '../../projections/now/champions.ts'
import { findDefaultSeason } from '../../projections/now/seasons.ts'
import type * as contract from '../contract/hall.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { presentHall, presentPlayerPage } from '../presenters/hall.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function hallRoutes(app: App, services: CommandServices): void {
  const { read } = services
  const hall = keptHall(read)

  serve(app, 'GET /public/seasons/champions', async (request) => {
    request.isKept = true
    const { branding } = await services.settingsNow()
    const { season } = await findDefaultSeason(read)
    const { plates, boards } = await hall()
    return presentHall(plates, boards, {
      title: branding.championsTitle ?? HALL,
      appTitle: branding.title,
      commissioner: season?.season.commissioner ?? null,
    })
  })

  serve(app, 'GET /public/all-time', async (request) => {
    request.isKept = true
    const isRunning = request.query.include === 'running'
    const { boards, earlier } = await hall()
    const shown = boards.filter(({ isEnded, season }) => isEnded || (isRunning && season.active))
    const rows = allTime(shown, earlier)
    return { rows: rows.map(({ playerId: userId, ...row }) => ({ userId, ...row })) }
  })

  serve(app, 'GET /public/players/{id}', async (request) => {
    request.isKept = true
    const page = presentPlayerPage(request.params.id, await hall())
    if (page === null) throw new Refusal('player-not-found')
    return page
  })

  serve(app, 'GET /admin/historical-champions', async () =>
    (await listPastChampions(read)).map(({ championId: id, ...one }) => ({ id, ...one })),
  )

  serve(app, 'POST /admin/historical-champions', async (request, reply) => {
    const details = await detailsOf(services, request.body)
    const id = await underNewId(services, request, 'champion', async (id) => {
      await changeChampion(services, contextOf(request), id, (state, hall) =>
        recordChampion(state, id, details, hall),
      )
      return id
    })
    return reply.code(201).send({ message: 'Champion recorded', id })
  })

  serve(app, 'PUT /admin/historical-champions/{id}', async (request) => {
    const { id } = request.params
    const recorded = presentChampion(await current(services, champion, id))
    const details = await detailsOf(services, request.body, recorded.playerId)
    await changeChampion(services, contextOf(request), id, (state, hall) =>
      correctChampion(state, details, hall),
    )
    return { message: 'Champion saved' }
  })

  serve(app, 'DELETE /admin/historical-champions/{id}', async (request) => {
    await command(services, contextOf(request), champion, [request.params.id], removeChampion)
    return { message: 'Champion removed' }
  })
}

/** `linked` may have been erased since, and stays. Before an id is drawn: one is drawn again where a stream is gone, and that of an erased player stays so. */
async function detailsOf(
  services: CommandServices,
  { name, playerId = null, endYear, note }: contract.ChampionBody,
  linked: number | null = null,
): Promise<ChampionDetails> {
  if (!name && playerId === null) throw new Refusal('champion-unnamed')
  if (playerId !== null && playerId !== linked) await requirePlayers(services, [playerId])
  return { name: playerId === null ? (name ?? null) : null, playerId, endYear, note: note || null }
}
