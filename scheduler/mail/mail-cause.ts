import type { Actor } from '../../domain/event.ts'
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { Services } from '../services.ts'

/** What made a mail necessary: who did it, and why. */
export type Cause = { position: Position; actor: Actor; reason: string | null }

export const causeOf = ({ position, metadata }: Pick<RecordedEvent, 'position' | 'metadata'>): Cause => ({
  position,
  actor: metadata.actor,
  reason: metadata.reason ?? null,
})

/** As the log has it. Null for a mail that no event asked for, or whose event was deleted for ever. */
export async function findCause(
  { read, store }: Pick<Services, 'read' | 'store'>,
  position: Position | null,
): Promise<Cause | null> {
  if (position === null) return null
  const row = await read
    .selectFrom('history')
    .select(['stream', 'revision'])
    .where('position', '=', position)
    .executeTakeFirst()
  const [event] = row ? await store.read(row.stream, row.revision) : []
  return event?.position === position ? causeOf(event) : null
}
