import { findCheckpoint } from '../../platform/database/checkpoints.ts'
import { subscribeToLog } from '../../scheduler/mail/subscription.ts'
import { eventually } from './eventually.ts'
import type { SchedulerParts } from './scheduler-parts.ts'

/** Runs until the reactions have come to the head of the log, as one process does. */
export async function reactToAll(services: SchedulerParts): Promise<void> {
  const stop = new AbortController()
  const { finished } = subscribeToLog(services, stop.signal)
  const head = await services.store.head()
  await eventually('the reactions', async () => {
    const { position } = await findCheckpoint(services.privateSchema, 'mail')
    return position >= head
  })
  stop.abort()
  await finished
}
