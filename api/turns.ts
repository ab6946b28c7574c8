import pLimit, { type LimitFunction } from 'p-limit'

/** One at a time for each key: what concerns a season and its rounds is decided on streams that do not lock each other. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function makeTurns(): Turns {
  const queues = new Map<string, LimitFunction>()
  return async (key, work) => {
    const queue = queues.get(key) ?? pLimit(1)
    queues.set(key, queue)
    try {
      return await queue(work)
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(key)
    }
  }
}
