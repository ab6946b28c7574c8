export type Notifier = ReturnType<typeof createNotifier>
type Waiting = { heard: number; timeoutMs?: number; signal?: AbortSignal }

/** Counting lets nobody miss a notification that came while they were at work. */
export function createNotifier() {
  let count = 0
  const sleepers = new Set<() => void>()

  return {
    count: () => count,
    notify() {
      count += 1
      for (const wake of sleepers) wake()
    },
    wait: ({ heard, timeoutMs, signal }: Waiting) =>
      new Promise<void>((resolve) => {
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
