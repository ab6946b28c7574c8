import { setImmediate } from 'node:timers/promises'
import { fairLine } from '../server/line.ts'

/** For what takes long to make: one at a time, and between two as long a rest, for everybody else. Throws TooBusy with `busy` for those who would wait too long. */
export function inTurn(busy: string) {
  const line = fairLine({ atOnceMax: 1, busy })
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    await line.enter('')
    // The embedded database answers before any request is read: picks must be let in first.
    await setImmediate()
    const startedMs = performance.now()
    try {
      return await work()
    } finally {
      setTimeout(line.leave, performance.now() - startedMs)
    }
  }
}
