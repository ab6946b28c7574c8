import { presentRounds } from '../../domain/seasons/season-past.ts'
import { requireSeason } from '../../projections/now/seasons.ts'
import { calendarOf } from '../presenters/calendar.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function calendarRoutes(app: App, { read, settings }: Pick<Services, 'read' | 'settings'>): void {
  serve(app, 'GET /public/seasons/{id}/calendar.ics', async (request, reply) => {
    const found = await requireSeason(read, request.params.id)
    const body = calendarOf(settings.appUrl, found.season, presentRounds(found))
    // Nothing in it changes with time alone.
    request.isKept = true
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="picks.ics"')
      .send(body)
  })
}
