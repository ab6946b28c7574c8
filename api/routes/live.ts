import { Refusal } from '../../domain/refusal.ts'
import { liveBoards } from '../server/live.ts'
import { networksOf } from '../server/requests.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

const RETRY_AFTER_SECONDS = 30

export function liveRoutes(app: App, services: Pick<Services, 'read' | 'projector' | 'log'>): void {
  const live = liveBoards(services, {
    ...{ viewersMax: 1_000, ofNetworkMax: 20, heartbeatMs: 20_000 },
    ...{ restMs: 500, pageAgeMaxMs: 10_000 },
  })
  app.addHook('preClose', async () => live.close())

  serve(
    app,
    'GET /public/live',
    async (request, reply) => {
      const heard = request.headers['last-event-id']
      const lastEventId = typeof heard === 'string' && heard !== '' ? heard : null
      const { socket } = request.raw
      const stream = await live.join(lastEventId, { networks: networksOf(request.ip), socket })
      if (stream === null) {
        reply.header('retry-after', RETRY_AFTER_SECONDS)
        throw new Refusal('watchers-too-many')
      }
      // A proxy that compresses or collects would hold back what is meant for now.
      return reply
        .header('cache-control', 'no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .type('text/event-stream; charset=utf-8')
        .send(stream)
    },
    { exposeHeadRoute: false },
  )
}
