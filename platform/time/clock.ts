import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../domain/event.ts'

export type Clock = {
  now(): Instant
  /** Settles once that instant has come. */
  until(instant: Instant): Promise<void>
}

const now = (): Instant => new Date().toISOString()

export const systemClock: Clock = {
  now,
  until: async (instant) => {
    await sleep(Math.max(0, Date.parse(instant) - Date.parse(now())))
  },
}

/** The instant so many milliseconds later. */
export const later = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString()

/** Later than anything that happens. */
export const NEVER: Instant = '9999-12-31T23:59:59.999Z'
