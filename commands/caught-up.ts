import { Refusal } from '../domain/refusal.ts'
import type { Position } from '../platform/event-store/event-store.ts'
import type { CommandServices } from './services.ts'

/** Use before deciding from read tables. Throws Refusal busy. */
export async function caughtUp({
  projector,
  store,
}: Pick<CommandServices, 'projector' | 'store'>): Promise<Position> {
  const head = await store.head()
  if (await projector.waitFor(head)) return head
  throw new Refusal('standings-behind')
}
