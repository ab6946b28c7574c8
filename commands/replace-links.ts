import { replaceLinksOf } from '../domain/seasons/sealing.ts'
import { seasonStream } from '../domain/seasons/season-stream.ts'
import { partOf, transact } from '../platform/event-store/transact.ts'
import { eventAt, linksLeftBehind } from '../projections/history/rows.ts'
import { findDocument } from '../projections/read-models/find-documents.ts'
import { idIn } from '../projections/read-models/logged-event.ts'
import type { CommandServices } from './services.ts'

/**
 * Where picks are sealed, the links at a former address no longer work, in every season in which the player ever took part.
 * Each change of an address ends with it; after a crash in between, a job does it.
 */
export async function replaceLinks({ store, read }: Pick<CommandServices, 'store' | 'read'>): Promise<void> {
  for (const { position, seasonId } of await linksLeftBehind(read)) {
    const changed = await eventAt({ store, read }, position)
    const season = await findDocument(read, 'season', seasonId)
    if (!changed || !season) continue
    const playerId = idIn(changed)
    if (!season.season.participations.some((one) => one.playerId === playerId && one.position < position))
      continue
    const { commandId, correlationId, actor, occurredAt, reason } = changed.metadata
    const id = partOf(commandId, `links of ${playerId}`)
    await transact(store, {
      aggregate: seasonStream,
      id: [seasonId],
      command: { id, correlationId, actor, occurredAt, ...(reason == null ? {} : { reason }) },
      decide: (state) => replaceLinksOf(state, playerId),
    })
  }
}
