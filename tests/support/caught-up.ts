import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { Projector } from '../../projections/engine/projector.ts'
import { eventually } from './eventually.ts'

/** Until the read tables show whatever stands in the log by now, however long that takes on a busy machine. */
export async function caughtUp(parts: {
  projector: Pick<Projector, 'waitFor'>
  store: Pick<EventStore, 'head'>
}): Promise<void> {
  const head = await parts.store.head()
  await eventually('the read tables', () => parts.projector.waitFor(head))
}
