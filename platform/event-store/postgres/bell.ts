export type Bell = {
  ring(): void
  /** How often it has rung. */
  rings(): number
  /** Until it has rung more often than `heard`, the time is over, or the signal aborts. Leaves no timer behind. */
  wait(options: { heard: number; timeoutMs: number; signal: AbortSignal }): Promise<void>
}

/** Wakes those who wait. Counting the rings lets nobody miss one that came while they were looking elsewhere. */
export function createBell(): Bell {
  let rings = 0
  const sleepers = new Set<() => void>()

  return {
    rings: () => rings,
    ring() {
      rings += 1
      for (const wake of sleepers) wake()
    },
    wait: ({ heard, timeoutMs, signal }) =>
      new Promise((resolve) => {
        if (rings > heard || signal.aborted) return resolve()
        const wake = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', wake)
          sleepers.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, timeoutMs)
        signal.addEventListener('abort', wake)
        sleepers.add(wake)
      }),
  }
}
