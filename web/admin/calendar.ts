import { dateTimeFormat, formatRelative, knownZone, ownZone } from '../browser/formats.ts'

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

/** In the zone of the sport: `Sat, Nov 21, 2026, 7:30 PM EST`. */
export const formatLockTime = (instant: string, timeZone: string) =>
  dateTimeFormat(
    {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    },
    timeZone,
  ).format(new Date(instant))

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

/** In the browser's zone: `Mon 2:00 AM`. */
export function formatWeekdayClock(instant: string): string {
  const day = dateTimeFormat({ weekday: 'short' }).format(new Date(instant))
  return `${day} ${formatClock(instant)}`
}

/** The instant of a local time in that zone, null while it is incomplete. The server decides in a clock change. */
export function instantOf(local: string, timeZone: string): string | null {
  const utcMs = Date.parse(`${local}Z`)
  if (Number.isNaN(utcMs) || !knownZone(timeZone)) return null
  const offsetAt = (ms: number) =>
    Date.parse(`${wallClock(new Date(ms).toISOString(), timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const guessMs = utcMs - offsetAt(utcMs)
  return new Date(utcMs - offsetAt(guessMs)).toISOString()
}

/** Local time in that zone, as a date-time field holds it: `2026-11-21T19:30`. Empty where the browser does not know the zone. */
export function wallClock(instant: string, timeZone: string): string {
  if (!knownZone(timeZone)) return ''
  const format = dateTimeFormat(
    {
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    },
    timeZone,
  )
  const part = (wanted: Parameters<typeof format.part>[0]) => format.part(wanted, new Date(instant))
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** A local time of that zone, in this browser's. Missing where the browser knows no zone of its own, or its clock shows the same. */
export function ownTime(local: string, timezone: string) {
  const instant = instantOf(local, timezone)
  const here = ownZone()
  if (!instant || !here || wallClock(instant, here) === local) return undefined
  return `${formatWeekdayClock(instant)} where you are`
}
