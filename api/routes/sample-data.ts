import { clearSampleData, seedSampleData } from '../../commands/sample-data/sample-data.ts'
import type { CommandServices } from '../../commands/services.ts'
import { Refusal } from '../../domain/refusal.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** For trying out and for development. Without the dev tools there is nothing here. */
export function sampleDataRoutes(app: App, services: CommandServices & Pick<Services, 'settings'>): void {
  const { locks } = services
  const requireDevTools = () => {
    if (!services.settings.enableDevTools) throw new Refusal('dev-tools-off')
  }

  serve(app, 'POST /admin/seed/seed-test-data', async (request) => {
    requireDevTools()
    const details = await locks.hold('sample-data', () => seedSampleData(services, contextOf(request)))
    return { message: 'Sample data added', details }
  })

  serve(app, 'POST /admin/seed/clear-test-data', async (request) => {
    requireDevTools()
    const details = await locks.hold('sample-data', () => clearSampleData(services, contextOf(request)))
    return { message: 'Sample data deleted', details }
  })
}
