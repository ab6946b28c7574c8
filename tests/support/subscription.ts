import { findCheckpoint } from '../../platform/database/checkpoints.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { subscribeToLog } from '../../scheduler/mail/subscription.ts'
import type { SchedulerParts } from './scheduler-parts.ts'

/** Runs until the reactions have come to the head of the log, as one process does that stops there. */
export async function reactToAll(services: SchedulerParts): Promise<void> {
  const { store, privateSchema } = services
  const head = await store.head()
  const { position } = await findCheckpoint(privateSchema, 'mail')
  if (position >= head) return
  const stop = new AbortController()
  async function* subscribe(options: Parameters<EventStore['subscribe']>[0]) {
    for await (const batch of store.subscribe(options)) {
      yield batch
      if ((batch.at(-1)?.position ?? '') >= head) stop.abort()
    }
  }
  await subscribeToLog({ ...services, store: { ...store, subscribe } }, stop.signal).finished
}
