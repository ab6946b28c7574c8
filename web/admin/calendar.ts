const locale = 'en-US'

/** A day, as this browser's clock has it: `Nov 20, 2026`. */
export const formatDay = (instant: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(instant))

/** A moment, as this browser's clock has it: `Nov 20, 2026, 7:30 PM`. */
export const formatMoment = (instant: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

/** The time of day, as this browser's clock has it: `7:30 PM`. */
export const formatClock = (instant: string) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(instant))

/** A lock time in the zone of its sport, with the zone's short name: `Sat, Nov 21, 2026, 7:30 PM EST`. */
export const formatLockTime = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How far away a moment is: `in 3 days`, `2 hours ago`. */
export function formatDistance(instant: string, now = Date.now()): string {
  const distanceMs = new Date(instant).getTime() - now
  const [unit, unitMs] = units.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? units[2]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(
    Math.trunc(distanceMs / unitMs),
    unit,
  )
}

/** What the clock on the wall of that zone shows, as the browser's date-time field holds it: `2026-11-21T19:30`. */
export function wallClock(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant))
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}
