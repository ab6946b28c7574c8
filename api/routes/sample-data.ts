import { clearSampleData, seedSampleData } from '../../commands/sample-data/sample-data.ts'
import { SampleDataChanged } from '../contract/sample-data.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import { HttpRefusal } from '../server/problems.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'main_admin' } as const
const schema = { response: { 200: SampleDataChanged } }

/** For trying out and for development. Without the dev tools there is nothing here. */
export function sampleDataRoutes(app: App, services: Services): void {
  const { exclusiveLocks } = services
  const requireDevTools = () => {
    if (!services.settings.enableDevTools) throw new HttpRefusal(404, 'The dev tools are not enabled')
  }

  app.post('/admin/seed/seed-test-data', { config, schema }, async (request) => {
    requireDevTools()
    const details = await exclusiveLocks.hold('sample-data', () =>
      seedSampleData(services, contextOf(request)),
    )
    return { message: 'Sample data added', details }
  })

  app.post('/admin/seed/clear-test-data', { config, schema }, async (request) => {
    requireDevTools()
    const details = await exclusiveLocks.hold('sample-data', () =>
      clearSampleData(services, contextOf(request)),
    )
    return { message: 'Sample data deleted', details }
  })
}
