import { Temporal } from 'temporal-polyfill'
import type { Instant } from '../../domain/event.ts'

/** Whether the runtime can reckon with the zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

export type ResolvedTime = { instant: Instant } | { problem: string }

/** How an instant reads on the wall, as a date-time field has it: `2027-03-14T19:30`. */
export function wallClock(instant: Instant, timeZone: string): string {
  return inZone(instant, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d|)$/i
const OUT_OF_RANGE = 'must be in the year 9999 or earlier, in UTC'
const NOT_A_TIME = 'must be a date and a time, like 2027-03-14T19:30'

/**
 * A day, from its start in UTC, or an instant with Z or an offset. Null for one that does not exist, such as February 31st,
 * or that would not sort as text.
 */
export function readInstant(text: string): Instant | null {
  try {
    Temporal.PlainDate.from(text.slice(0, 'YYYY-MM-DD'.length))
    const instant = new Date(text).toISOString()
    return sorts(instant) ? instant : null
  } catch {
    return null
  }
}

/**
 * What a typed time means: an instant with an offset or Z is itself, `YYYY-MM-DDTHH:MM` is on the wall in the zone. A
 * wall-clock time that a clock change skips is a problem; one that it repeats means the first.
 * @param called what the time is, at the beginning of a sentence.
 */
export function resolveTime(text: string, timeZone: string, called = 'Lock time'): ResolvedTime {
  try {
    const [, offset] = DATE_TIME.exec(text) ?? []
    if (offset === undefined) return { problem: `${called} ${NOT_A_TIME}` }
    const resolved: ResolvedTime =
      offset === ''
        ? resolveWallClock(Temporal.PlainDateTime.from(text), timeZone)
        : { instant: toInstant(Temporal.Instant.from(text)) }
    return 'instant' in resolved && !sorts(resolved.instant)
      ? { problem: `${called} ${OUT_OF_RANGE}` }
      : resolved
  } catch {
    return { problem: `${called} ${NOT_A_TIME}` }
  }
}

/** With a sign and six digits for its year, an instant would no longer sort as text. */
const sorts = (instant: Instant) => /^\d/.test(instant)

function resolveWallClock(wall: Temporal.PlainDateTime, timeZone: string): ResolvedTime {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!zoned.toPlainDateTime().equals(wall)) {
    const shown = wall.toString({ smallestUnit: 'minute' }).replace('T', ' ')
    return { problem: `${shown} does not exist in ${timeZone}: the clocks skip it. Choose another time` }
  }
  return { instant: toInstant(zoned.toInstant()) }
}

/**
 * The day that it is in a zone, and the instant at which its clocks show a time of day, HH:MM:SS. When the clocks show it
 * twice it is the first, when they skip it as much later as they skip, and as much earlier where that would be another day.
 */
export function timeOfToday(
  now: Instant,
  timeZone: string,
  time: string,
): { date: string; instant: Instant } {
  const date = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const wall = date.toPlainDateTime(Temporal.PlainTime.from(time))
  const later = wall.toZonedDateTime(timeZone)
  const zoned = later.toPlainDate().equals(date)
    ? later
    : wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return { date: date.toString(), instant: toInstant(zoned.toInstant()) }
}

const toInstant = (instant: Temporal.Instant): Instant => new Date(instant.epochMilliseconds).toISOString()

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
/** Of a short name of a day or a month. */
const LETTERS = 3

/** For people, with the zone's short name and its offset: `Sunday, March 14, 2027 at 7:30 PM EDT (UTC-4)`. */
export function formatTime(instant: Instant, timeZone: string): string {
  const zoned = inZone(instant, timeZone)
  const { weekday, month } = namesOf(zoned)
  const [name, offset] = [shortZoneAt(zoned), offsetAt(zoned)]
  const zone = name === offset || name === 'UTC' ? name : `${name} (${offset})`
  return `${weekday}, ${month} ${zoned.day}, ${zoned.year} at ${clockAt(zoned)} ${zone}`
}

/** For where there is little room: `Sun, Nov 22, 8:00 PM EST`. */
export function formatTimeShort(instant: Instant, timeZone: string): string {
  const zoned = inZone(instant, timeZone)
  return `${shortDay(zoned)}, ${clockAt(zoned)} ${shortZoneAt(zoned)}`
}

/** To the second: `3:36:55 PM`, with its day where that is not the day of the other instant: `Sun, Jan 10, 3:36:55 PM`. */
export function formatSecond(instant: Instant, timeZone: string, other: Instant): string {
  const zoned = inZone(instant, timeZone)
  const clock = clockAt(zoned, `:${padded(zoned.second)}`)
  const isSameDay = zoned.toPlainDate().equals(inZone(other, timeZone).toPlainDate())
  return isSameDay ? clock : `${shortDay(zoned)}, ${clock}`
}

const inZone = (instant: Instant, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)

const namesOf = ({ dayOfWeek, month }: Temporal.ZonedDateTime) => ({
  weekday: WEEKDAYS[dayOfWeek - 1] ?? '',
  month: MONTHS[month - 1] ?? '',
})

function shortDay(zoned: Temporal.ZonedDateTime): string {
  const { weekday, month } = namesOf(zoned)
  return `${weekday.slice(0, LETTERS)}, ${month.slice(0, LETTERS)} ${zoned.day}`
}

const clockAt = ({ hour, minute }: Temporal.ZonedDateTime, seconds = '') =>
  `${hour % 12 || 12}:${padded(minute)}${seconds} ${hour < 12 ? 'AM' : 'PM'}`

const padded = (number: number) => String(number).padStart(2, '0')

/** Many zones have no short name but their offset. Runtimes differ in how they write that. */
function shortZoneAt(zoned: Temporal.ZonedDateTime): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zoned.timeZoneId, timeZoneName: 'short' })
  const part = format.formatToParts(zoned.epochMilliseconds).find(({ type }) => type === 'timeZoneName')
  const name = part?.value.replace(/^GMT\+0$/, 'GMT') ?? ''
  return /^[A-Z]+$/.test(name) ? name : offsetAt(zoned)
}

/** `UTC-4`, `UTC+5:30`. */
const offsetAt = ({ offset }: Temporal.ZonedDateTime) =>
  `UTC${offset.replace(/^(.)0/, '$1').replace(/:00$/, '')}`
