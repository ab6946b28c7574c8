import type { Instant } from '../../domain/event.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** A clock that stands still until it is told otherwise. */
export type SettableClock = Clock & {
  set(now: Instant): void
  advance(ms: number): void
}

export function settableClock(start: Instant): SettableClock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs).toISOString(),
    until: async (instant) => {
      nowMs = Math.max(nowMs, Date.parse(instant))
    },
    set: (now) => {
      nowMs = Date.parse(now)
    },
    advance: (ms) => {
      nowMs += ms
    },
  }
}
