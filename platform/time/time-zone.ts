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
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })
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

/** For people, with the zone's short name and its offset: `Sunday, March 14, 2027 at 7:30 PM EDT (UTC-4)`. */
export const formatTime = (instant: Instant, timeZone: string): string =>
  `${formatAs(instant, timeZone, { weekday: 'long', year: 'numeric', month: 'long' })} ${zoneAt(instant, timeZone)}`

/** For where there is little room: `Sun, Nov 22, 8:00 PM EST`. */
export const formatTimeShort = (instant: Instant, timeZone: string): string =>
  `${formatAs(instant, timeZone, { weekday: 'short', month: 'short' })} ${shortZoneAt(instant, timeZone)}`

/** To the second: `3:36:55 PM`, with its day where that is not the day of the other instant: `Sun, Jan 10, 3:36:55 PM`. */
export function formatSecond(instant: Instant, timeZone: string, other: Instant): string {
  const dayOf = (of: Instant) => Temporal.Instant.from(of).toZonedDateTimeISO(timeZone).toPlainDate()
  const date = dayOf(instant).equals(dayOf(other))
    ? {}
    : ({ weekday: 'short', month: 'short', day: 'numeric' } as const)
  const style = { timeZone, ...date, hour: 'numeric', minute: '2-digit', second: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', style).format(new Date(instant)).replaceAll('\u202f', ' ')
}

function formatAs(instant: Instant, timeZone: string, date: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...date,
  }).format(new Date(instant))
  // Some runtimes put a narrow space before AM and PM that not every mail program shows.
  return text.replaceAll('\u202f', ' ')
}

function zoneAt(instant: Instant, timeZone: string): string {
  const [name, offset] = [shortZoneAt(instant, timeZone), offsetAt(instant, timeZone)]
  return name === offset ? offset : `${name} (${offset})`
}

/** Many zones have no short name but their offset. */
function shortZoneAt(instant: Instant, timeZone: string): string {
  const name = zoneName(instant, timeZone, 'short')
  return /^(GMT|UTC)[+-]/.test(name) ? offsetAt(instant, timeZone) : name
}

const offsetAt = (instant: Instant, timeZone: string) =>
  zoneName(instant, timeZone, 'shortOffset').replace('GMT', 'UTC').replace('\u2212', '-')

function zoneName(instant: Instant, timeZone: string, style: 'short' | 'shortOffset'): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: style })
  const part = format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')
  return part?.value ?? timeZone
}
