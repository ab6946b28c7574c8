import { Mutex } from 'async-mutex'
import type { Locks } from '../platform/database/locks.ts'

export type ExclusiveLocks = {
  hold<T>(key: string, work: () => Promise<T>): Promise<T>
}

/**
 * Locks for what is decided outside the log, or on two of its streams, in the order in which they are asked for; between
 * processes, in no order.
 */
export function makeExclusiveLocks(locks: Locks): ExclusiveLocks {
  const keys = new Map<string, { mutex: Mutex; users: number }>()
  return {
    hold: async (key, work) => {
      const entry = keys.get(key) ?? { mutex: new Mutex(), users: 0 }
      keys.set(key, entry)
      entry.users += 1
      try {
        return await entry.mutex.runExclusive(async () => {
          const lock = await locks.take(key, 'exclusive')
          // Whoever did the work need not wait until the others know.
          return work().finally(() => void lock.release())
        })
      } finally {
        entry.users -= 1
        if (entry.users === 0) keys.delete(key)
      }
    },
  }
}
