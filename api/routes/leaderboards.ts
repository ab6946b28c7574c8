import { findBoard, sendBoard, sendKept } from '../answers/boards.ts'
import { pastBoards } from '../answers/past-boards.ts'
import type { PastQuery } from '../contract/leaderboards.ts'
import { clientAt } from '../server/requests.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export function leaderboardRoutes(
  app: App,
  services: Pick<Services, 'read' | 'store' | 'boards' | 'cache'>,
): void {
  const past = pastBoards(services)

  serve(app, 'GET /public/leaderboard/season/{id}', async (request, reply) => {
    const { ip, params, query, receivedAt } = request
    return isPast(query)
      ? sendBoard(reply, await past(clientAt(ip), params.id, 'public', query, receivedAt))
      : sendKept(request, reply, await findBoard(services, params.id, 'public'))
  })

  serve(app, 'GET /public/leaderboard/season/{id}/graph', async (request, reply) => {
    const { ip, params, query, receivedAt } = request
    return isPast(query)
      ? sendBoard(reply, await past(clientAt(ip), params.id, 'graph', query, receivedAt))
      : sendKept(request, reply, await findBoard(services, params.id, 'graph'))
  })

  serve(app, 'GET /admin/leaderboard/season/{id}', async (request, reply) =>
    sendBoard(reply, await findBoard(services, request.params.id, 'admin')),
  )
}

const isPast = ({ asOf, afterRound, correction, reading }: PastQuery) =>
  [asOf, afterRound, correction, reading].some((asked) => asked !== undefined)
