import { sql } from 'kysely'
import type { App } from '../app.ts'
import { Health } from '../contract/health.ts'
import type { Services } from '../services.ts'

export function healthRoutes(app: App, services: Services): void {
  const { kysely, projector, settings } = services
  app.get(
    '/health',
    { config: { access: 'public' }, schema: { response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const database = await reach(() => sql`select 1`.execute(kysely))
      const projection = stateOf(projector.failure())
      const mail = stateOf(services.mailFailure())
      const healthy = [database, projection, mail].every(({ status }) => status === 'ok')
      return reply.code(database.status === 'ok' ? 200 : 503).send({
        status: healthy ? 'ok' : 'degraded',
        version: settings.version,
        uptime: Math.round(process.uptime()),
        services: { database, projection, mail },
      })
    },
  )
}

const stateOf = (failure: string | null) =>
  failure === null ? { status: 'ok' as const } : { status: 'down' as const, detail: failure }

async function reach(ask: () => Promise<unknown>) {
  try {
    await ask()
    return { status: 'ok' as const }
  } catch {
    return { status: 'down' as const, detail: 'The database does not answer' }
  }
}
