import { Refusal } from '../domain/refusal.ts'
import type { Position } from '../platform/event-store/event-store.ts'
import type { CommandServices } from './services.ts'

/**
 * The head of the log, once the read tables show it: for whoever decides by what stands in them. Throws Refusal busy when
 * they do not in time.
 */
export async function caughtUp({
  projector,
  store,
}: Pick<CommandServices, 'projector' | 'store'>): Promise<Position> {
  const head = await store.head()
  if (await projector.waitFor(head)) return head
  throw new Refusal('busy', 'The standings are not up to date yet. Please try again in a moment')
}
