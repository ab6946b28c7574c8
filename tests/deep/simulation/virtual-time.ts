import { syncBuiltinESMExports } from 'node:module'
import { setImmediate } from 'node:timers'
import timersPromises from 'node:timers/promises'
import { vi } from 'vitest'
import type { Instant } from '../../../domain/event.ts'

/** So many turns of the event loop without anything under way, and everybody who is left waits for a timer. */
const QUIET_TURNS = 8
const TURNS_MAX = 2_000_000

export type VirtualTime = {
  /** Sets the clock, forwards or backwards. What waits for a timer waits as long as before. */
  set(now: Instant): void
  /** For work that would be on its way elsewhere: so many turns of the event loop. */
  turns(count: number): Promise<void>
  /** While such work is under way, no timer goes off. */
  busy<T>(work: () => Promise<T>): Promise<T>
  /** Lets everything happen until the work is done; time passes only while everybody waits for it. */
  until<T>(work: Promise<T>): Promise<T>
  end(): void
}

const { setTimeout: realSleep } = timersPromises

/**
 * Date and timers that stand still while anything happens, so that what happens depends on nothing but the order of the
 * event loop, which is the same each time. Replaces those of the whole process until `end`.
 */
export function beginVirtualTime(start: Instant): VirtualTime {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse(start),
  })
  timersPromises.setTimeout = virtualSleep as typeof realSleep
  syncBuiltinESMExports()
  let underWay = 0

  return {
    set: (now) => {
      vi.setSystemTime(Date.parse(now))
    },
    turns: async (count) => {
      for (let turn = 0; turn < count; turn += 1) await nextTurn()
    },
    busy: async (work) => {
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    until: async (work) => {
      let done = false
      const settle = () => {
        done = true
      }
      work.then(settle, settle)
      for (let turn = 0, quiet = 0; !done; turn += 1, quiet += 1) {
        if (turn > TURNS_MAX) throw new Error('Something never comes to an end')
        await nextTurn()
        if (underWay > 0) quiet = 0
        if (quiet < QUIET_TURNS) continue
        vi.advanceTimersToNextTimer()
        quiet = 0
      }
      return work
    },
    end: () => {
      vi.useRealTimers()
      timersPromises.setTimeout = realSleep
      syncBuiltinESMExports()
    },
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What `node:timers/promises` does, by the timers of the moment. */
function virtualSleep<T>(delayMs?: number, value?: T, options?: { signal?: AbortSignal }): Promise<T> {
  const signal = options?.signal
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve(value as T)
    }, delayMs)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
