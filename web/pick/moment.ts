import { dateTimeFormat } from '../browser/formats.ts'

const minuteStyle = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** In the zone, otherwise in the reader's own. With its abbreviation, and with the year where it is not this one. */
export function formatMoment(
  instant: string,
  timeZone?: string,
  precision: 'minutes' | 'seconds' = 'minutes',
) {
  const seconds = precision === 'seconds' ? ({ second: '2-digit' } as const) : {}
  const yearOf = (date: Date) => dateTimeFormat({ year: 'numeric' }, timeZone).format(date)
  const date = new Date(instant)
  const year = yearOf(date) === yearOf(new Date()) ? {} : ({ year: 'numeric' } as const)
  return dateTimeFormat({ ...minuteStyle, ...year, ...seconds }, timeZone).format(date)
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
