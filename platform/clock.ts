import type { Instant } from '#domain/event'

export type Clock = { now(): Instant }

export const systemClock: Clock = { now: () => new Date().toISOString() }

/** The instant so many milliseconds later. */
export const later = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString()
