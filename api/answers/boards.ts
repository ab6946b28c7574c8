import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/refusal.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { boardJson, graphJson } from '../presenters/leaderboards.ts'
import type { Services } from '../server/services.ts'

export type BoardKind = 'public' | 'admin' | 'graph'

export type Board = { body: Buffer; etag: string }

type Uses = Pick<Services, 'boards' | 'cache'>

export async function findBoard(services: Uses, seasonId: number, kind: BoardKind): Promise<Board | null> {
  if (kind !== 'graph') return findAnswer(services, seasonId, kind, (season) => boardJson(season, kind))
  const { boards, cache } = services
  const mark = await boards.markOf(seasonId)
  if (mark === null) return null
  return keptAs(cache, `graph ${seasonId}`, `${mark.generation}-${mark.pointsPosition}`, async () => {
    const graph = await boards.graphOf(seasonId)
    return graph && graphJson(graph)
  })
}

/** Made once for all who ask, until the season moves. `name` tells it from the other answers about the season. */
export async function findAnswer(
  { boards, cache }: Uses,
  seasonId: number,
  name: string,
  makeJson: (season: SeasonView) => string,
): Promise<Board | null> {
  const found = await boards.seasonNow(seasonId)
  return found && keptAs(cache, `${name} ${seasonId}`, found.tag, async () => makeJson(found.season))
}

const keptAs = (
  cache: Services['cache'],
  name: string,
  tag: string,
  makeJson: () => Promise<string | null>,
): Promise<Board | null> =>
  cache(
    `${name} ${tag}`,
    async () => {
      const json = await makeJson()
      return json === null ? null : { body: Buffer.from(json), etag: `"${READ_SCHEMA}-${tag}"` }
    },
    ({ body }) => body.length,
  )

/** For what everybody may read alike. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, board: Board | null) {
  request.isKept = true
  return sendBoard(reply, board)
}

export function sendBoard(reply: FastifyReply, board: Board | null) {
  if (!board) throw new Refusal('season-not-found')
  return reply.header('etag', board.etag).type('application/json; charset=utf-8').send(board.body)
}
