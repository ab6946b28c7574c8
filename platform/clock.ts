import type { Instant } from '#domain/event'

export type Clock = { now(): Instant }

export const systemClock: Clock = { now: () => new Date().toISOString() }
