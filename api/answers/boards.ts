import { findGraph } from '../../projections/boards/graph.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { boardJson, graphJson } from '../presenters/leaderboards.ts'
import type { Services } from '../server/services.ts'

export type BoardKind = 'public' | 'admin' | 'graph'

export type Board = { body: Buffer; etag: string }

export const findBoard = async (
  { read, boards, cache }: Pick<Services, 'read' | 'boards' | 'cache'>,
  seasonId: number,
  kind: BoardKind,
): Promise<Board | null> => {
  if (kind === 'graph') {
    const mark = await boards.markOf(seasonId)
    if (mark === null) return null
    return keptAs(`${mark.generation}-${mark.pointsPosition}`, async () => {
      const graph = await findGraph(read, seasonId)
      return graph && graphJson(graph)
    })
  }
  const found = await boards.seasonNow(seasonId)
  return found && keptAs(found.tag, async () => boardJson(found.season, kind))

  function keptAs(tag: string, make: () => Promise<string | null>): Promise<Board | null> {
    return cache(
      `${kind} ${seasonId} ${tag}`,
      async () => {
        const json = await make()
        return json === null ? null : { body: Buffer.from(json), etag: `"${READ_SCHEMA}-${tag}"` }
      },
      ({ body }) => body.length,
    )
  }
}
