import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../domain/event.ts'

export type Clock = {
  now(): Instant
  until(instant: Instant): Promise<void>
}

const now = (): Instant => new Date().toISOString()

export const systemClock: Clock = {
  now,
  until: async (instant) => {
    await sleep(Math.max(0, Date.parse(instant) - Date.parse(now())))
  },
}

export const later = (instant: Instant, ms: number): Instant =>
  new Date(Date.parse(instant) + ms).toISOString()

export const NEVER: Instant = '9999-12-31T23:59:59.999Z'
