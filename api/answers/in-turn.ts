import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { TooBusy } from '../server/problems.ts'

type Bounds = { atOnceMax: number; waitingMax: number; busy: string }

/** For what takes long to make: so many at once, and so many wait. Throws HttpRefusal 503 with `busy` beyond that. */
export function inTurn({ atOnceMax, waitingMax, busy }: Bounds) {
  const limit = pLimit(atOnceMax)
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    if (limit.pendingCount >= waitingMax) throw new TooBusy(busy)
    return limit(async () => {
      // The embedded database answers before any request is read: picks must be let in first.
      await setImmediate()
      return work()
    })
  }
}
