import type { Position } from '../../platform/event-store/event-store.ts'
import { createNotifier } from '../../platform/notifier.ts'

type Waiter = { position: Position; settle(isReached: boolean): void }

export function makeWaiters() {
  const waiters = new Set<Waiter>()
  const comings = createNotifier()
  return {
    wait: (position: Position, limitMs: number | null) =>
      new Promise<boolean>((resolve) => {
        const timer = limitMs === null ? undefined : setTimeout(() => waiter.settle(false), limitMs)
        const waiter: Waiter = {
          position,
          settle: (isReached) => {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve(isReached)
          },
        }
        waiters.add(waiter)
        comings.notify()
      }),
    untilAny: async (timeoutMs: number, signal: AbortSignal) => {
      if (waiters.size === 0) await comings.wait({ heard: comings.count(), timeoutMs, signal })
    },
    settle: (isReached: (position: Position) => boolean, isOver: boolean) => {
      for (const waiter of waiters) {
        const reached = isReached(waiter.position)
        if (reached || isOver) waiter.settle(reached)
      }
    },
  }
}
