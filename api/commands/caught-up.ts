import type { Position } from '../../platform/event-store/event-store.ts'
import { HttpRefusal } from '../server/problems.ts'
import type { Services } from '../server/services.ts'

/**
 * The head of the log, once the read tables show it: for whoever decides by what stands in them. Throws HttpRefusal 503 when
 * they do not in time.
 */
export async function caughtUp({ projector, store }: Services): Promise<Position> {
  const head = await store.head()
  if (await projector.waitFor(head)) return head
  throw new HttpRefusal(503, 'The standings are not up to date yet. Please try again in a moment')
}
