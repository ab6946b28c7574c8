import { finishErasures } from '../../platform/erasing/erasing.ts'
import { sweepTraces } from '../../platform/erasing/erasing-traces.ts'
import type { Services } from '../services.ts'

/** Brings erasures to their end that an event store without the right to delete, or a crash, has left unfinished. */
export async function finishLeftErasures(services: Services): Promise<void> {
  const { database, clock, log } = services
  const onError = (err: unknown) => log.error({ err }, 'a trace of an erased person may be left')
  if (await finishErasures(services, clock.now())) await sweepTraces(database, onError)
}
