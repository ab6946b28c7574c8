import { copySportsInto } from '../../commands/rounds/copy-sports.ts'
import type { CommandServices } from '../../commands/services.ts'
import { listSeasons } from '../../projections/now/seasons.ts'
import { retryWithFreeId } from '../idempotency/idempotency.ts'
import { copyWishes } from '../input/rounds.ts'
import { presentCopied, presentSource } from '../presenters/copies.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function copyingRoutes(app: App, services: CommandServices): void {
  serve(app, 'GET /admin/seasons/copy-sources', async () => {
    const sources = (await listSeasons(services.read)).map(presentSource)
    return sources.filter(({ sportCount }) => sportCount > 0)
  })

  serve(app, 'POST /admin/seasons/{id}/copy-sports', async (request) => {
    const { params, body } = request
    const copying = {
      seasonId: params.id,
      sourceSeasonId: body.sourceSeasonId,
      wishes: (source: Parameters<typeof copyWishes>[0]) => copyWishes(source, body),
    }
    const copied = await retryWithFreeId(services, request, () =>
      copySportsInto(services, contextOf(request), copying),
    )
    return presentCopied(copied)
  })
}
