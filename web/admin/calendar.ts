import type { ZoneOffsets } from '../../api/contract/schema.ts'
import { dateTimeFormat, formatRelative, onClock } from '../browser/formats.ts'

/** In the browser's zone: `Nov 20, 2026`. */
export const formatDay = (instant: string) =>
  dateTimeFormat({ dateStyle: 'medium' }).format(new Date(instant))

/** In the browser's zone: `Nov 20, 2026, 7:30 PM`. */
export const formatMoment = (instant: string) =>
  dateTimeFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

/** In the browser's zone: `7:30 PM`. */
export const formatClock = (instant: string) =>
  dateTimeFormat({ timeStyle: 'short' }).format(new Date(instant))

/** Of this browser: `Pacific Time`. */
export const zoneName = () =>
  dateTimeFormat({ timeZoneName: 'longGeneric' }).part('timeZoneName') || 'local time'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `in 3 days`, `2 hours ago`. */
export function formatDistance(instant: string, now = Date.now()): string {
  const distanceMs = new Date(instant).getTime() - now
  const [unit, unitMs] = units.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? units[2]
  return formatRelative(Math.trunc(distanceMs / unitMs), unit)
}

/** Local time in the zone of a sport, as a date-time field holds it: `2026-11-21T19:30`. */
export const wallClock = (instant: string, offsets: ZoneOffsets) =>
  onClock(instant, offsets).date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
