import { recordPages } from '../answers/record-pages.ts'
import { clientAt } from '../server/requests.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function recordRoutes(app: App, services: Pick<Services, 'read' | 'store' | 'cache'>): void {
  const pageOf = recordPages(services)

  serve(app, 'GET /public/seasons/{id}/record', ({ ip, params, query }) =>
    pageOf(clientAt(ip), params.id, query.before),
  )
}
