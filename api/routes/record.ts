import { recordPages } from '../presenters/record-pages.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** What was changed after the fact, for everybody. */
export function recordRoutes(app: App, services: Services): void {
  const pageOf = recordPages(services)

  serve(app, 'GET /public/seasons/{id}/record', ({ params, query, receivedAt }) =>
    pageOf(params.id, query.before, receivedAt),
  )
}
