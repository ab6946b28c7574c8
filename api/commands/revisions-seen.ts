import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { loadWithIds } from '../../platform/event-store/transact.ts'
import { openSeasonIds } from '../../projections/read-models/seasons.ts'
import { PreviewOutdated } from '../server/problems.ts'
import type { Services } from '../server/services.ts'

/** Names the revisions that a preview of these seasons rests on: theirs, and that of the settings. Null stands for all open ones. */
export async function revisionsOf({ store, read }: Services, seasonId: number | null): Promise<string> {
  const seasonIds = seasonId === null ? await openSeasonIds(read) : [seasonId]
  const revisions = [(await loadWithIds(store, settings)).eventIds.length]
  for (const id of seasonIds) revisions.push(id, (await loadWithIds(store, seasonStream, id)).eventIds.length)
  return createHash('sha256').update(revisions.join()).digest('base64url')
}

/** Call while deciding: what is appended then expects what is looked at here. Throws PreviewOutdated. */
export async function requireAsSeen(
  services: Services,
  { seenPosition }: FastifyRequest,
  seasonId: number | null,
): Promise<void> {
  if (seenPosition !== null && seenPosition !== (await revisionsOf(services, seasonId))) {
    throw new PreviewOutdated()
  }
}
