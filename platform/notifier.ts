export type Notifier = {
  notify(): void
  /** How often it has notified. */
  count(): number
  /** Until it has notified more often than `heard`, the time is over, or the signal aborts, where there is one. Leaves no timer behind. */
  wait(options: { heard: number; timeoutMs?: number; signal?: AbortSignal }): Promise<void>
}

/** Wakes those who wait. Counting lets nobody miss one that came while they were looking elsewhere. */
export function createNotifier(): Notifier {
  let count = 0
  const sleepers = new Set<() => void>()

  return {
    count: () => count,
    notify() {
      count += 1
      for (const wake of sleepers) wake()
    },
    wait: ({ heard, timeoutMs, signal }) =>
      new Promise((resolve) => {
        if (count > heard || signal?.aborted) return resolve()
        const wake = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', wake)
          sleepers.delete(wake)
          resolve()
        }
        const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs)
        signal?.addEventListener('abort', wake)
        sleepers.add(wake)
      }),
  }
}
