import { recordPages } from '../answers/record-pages.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function recordRoutes(app: App, services: Pick<Services, 'read' | 'store' | 'cache'>): void {
  const pageOf = recordPages(services)

  serve(app, 'GET /public/seasons/{id}/record', ({ params, query, receivedAt }) =>
    pageOf(params.id, query.before, receivedAt),
  )
}
