import { setImmediate } from 'node:timers/promises'
import { fairLine } from '../server/line.ts'

/**
 * For what takes long to make: one at a time, and then a rest for everybody else, as long as the processor was busy. Clients
 * alternate. Throws Refusal `busy` for those who would wait too long.
 */
export function oneAtATime(busy: Parameters<typeof fairLine>[0]['busy']) {
  const line = fairLine({ atOnceMax: 1, busy })
  return async <Made>(client: string, work: () => Promise<Made>): Promise<Made> => {
    await line.enter(client)
    // The embedded database answers before any request is read: picks must be let in first.
    await setImmediate()
    const before = process.cpuUsage()
    try {
      return await work()
    } finally {
      const { user, system } = process.cpuUsage(before)
      const restMs = (user + system) / 1_000
      // What was kept leaves at once.
      if (restMs < 1) line.leave()
      else setTimeout(line.leave, restMs)
    }
  }
}
