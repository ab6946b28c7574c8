import type { ZoneOffsets } from '../../api/contract/schema.ts'
import { dateTimeFormat, onClock } from '../browser/formats.ts'

const minutes = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const
const styles = { minutes, seconds: { ...minutes, second: '2-digit' } } as const

/** In the reader's own zone, with its short name, and with the year where it is not this one. */
export const formatMoment = (instant: string, precision: keyof typeof styles = 'minutes') =>
  withYear({ ...styles[precision], timeZoneName: 'short' }, new Date(instant), new Date())

/** The same in the zone of a sport. */
export function formatInZone(
  instant: string,
  offsets: ZoneOffsets,
  precision: keyof typeof styles = 'minutes',
) {
  const { date, name } = onClock(instant, offsets)
  const now = onClock(new Date().toISOString(), offsets).date
  return `${withYear(styles[precision], date, now, 'UTC')} ${name}`
}

function withYear(style: Parameters<typeof dateTimeFormat>[0], date: Date, now: Date, zone?: 'UTC') {
  const [year, thisYear] = [date, now].map(dateTimeFormat({ year: 'numeric' }, zone).format)
  return dateTimeFormat({ ...style, ...(year !== thisYear && { year: 'numeric' }) }, zone).format(date)
}

export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 9) return `${days} days`
  if (days > 0) return `${days} d ${hours} h ${minutes} min`
  const clock = [minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** Rounded down: `2 days 3 h`, `5 min`, `12 s`. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.floor(spanMs / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours % 24 > 0 ? ` ${hours % 24} h` : ''}`
  if (hours > 0) return `${hours} h ${minutes % 60} min`
  return minutes > 0 ? `${minutes} min` : `${seconds} s`
}
