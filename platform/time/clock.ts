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

/** `2 min 5 s`; to the millisecond below a second. */
export function spanText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  const seconds = Math.floor(ms / 1_000)
  const days = Math.floor(seconds / 86_400)
  const [hours, minutes] = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60]
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`]
  return [...parts.filter(Boolean), `${seconds % 60} s`].join(' ')
}
