import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { jitteredPauseMs } from '../time/pauses.ts'

const WAIT_MS = 10_000

export type HeldLock = {
  release(): Promise<void>
}

export type LockMode = 'exclusive' | 'shared'

export type Locks = {
  /** Does the work while nobody else holds the lock, in this process or another. Throws LockNotTaken after ten seconds. */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Keeps other processes out, but not this one, until it is released or the process ends. Throws as `hold` does. */
  take(name: string, mode: LockMode): Promise<HeldLock>
  /** The same, but null when another process holds it for longer than `waitMs`, by default not at all. */
  takeIfFree(name: string, mode: LockMode, waitMs?: number): Promise<HeldLock | null>
  close(): Promise<void>
}

export class LockNotTaken extends Error {
  constructor(name: string) {
    super(`The lock ${name} was not free in time`)
    this.name = 'LockNotTaken'
  }
}

export type ProcessLocks = {
  tryTake(name: string, mode: LockMode): Promise<HeldLock | null>
  close(): Promise<void>
}

export const NO_OTHERS: ProcessLocks = {
  tryTake: async () => ({ release: async () => {} }),
  close: async () => {},
}

export function makeLocks({ tryTake, close }: ProcessLocks): Locks {
  const queues = new Map<string, Mutex>()

  async function takeIfFree(name: string, mode: LockMode, waitMs = 0): Promise<HeldLock | null> {
    const deadlineMs = performance.now() + waitMs
    for (let attempt = 1; ; attempt += 1) {
      const lock = await tryTake(name, mode)
      if (lock !== null || performance.now() >= deadlineMs) return lock
      await sleep(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 20 }))
    }
  }

  async function take(name: string, mode: LockMode): Promise<HeldLock> {
    const lock = await takeIfFree(name, mode, WAIT_MS)
    if (lock === null) throw new LockNotTaken(name)
    return lock
  }

  async function hold<T>(name: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(name) ?? new Mutex()
    queues.set(name, queue)
    try {
      return await queue.runExclusive(async () => {
        const lock = await take(name, 'exclusive')
        // The caller need not wait until other processes know.
        return work().finally(() => void lock.release())
      })
    } finally {
      if (queues.get(name) === queue && !queue.isLocked()) queues.delete(name)
    }
  }

  return { hold, take, takeIfFree, close }
}
