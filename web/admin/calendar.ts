const locale = 'en-US'

/** A day, as this browser's clock has it: `Nov 20, 2026`. */
export const formatDay = (instant: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(instant))

/** A moment, as this browser's clock has it: `Nov 20, 2026, 7:30 PM`. */
export const formatMoment = (instant: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

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
