import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'

/** Intl knows some, such as PST, for which nobody can say what its clocks show. */
export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** British Columbia no longer changes its clocks: the tables before have its locks of winter an hour off. */
const TABLES_OLDEST = '2026b'

/** Null where the tables of this Node are new enough. */
export const whyZonesAreOld = (tables = process.versions.tz) =>
  tables && tables < TABLES_OLDEST
    ? `Node.js ${process.version} has time zones of ${tables}. Locks are an hour off where clocks changed since then, as in British Columbia: update Node.js to one with ${TABLES_OLDEST} or later, see "node -p process.versions.tz"`
    : null

export function wallClock(instant: Instant, timeZone: string): string {
  return inZone(instant, timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

type ZoneOffset = { from: Instant; minutes: number; name: string }

const OFFSETS_KEPT_MAX = 1_000
const keptOffsets = new LRUCache<string, ZoneOffset[]>({ max: OFFSETS_KEPT_MAX })

/** Of one zone. Eight years have sixteen. */
const CHANGES_MAX = 16

/** What its clocks show at these instants and in between, by the tables of this Node. Those of a browser may differ. */
export function zoneOffsets(timeZone: string, ...instants: Instant[]): ZoneOffset[] {
  const key = [timeZone, ...instants].join()
  const kept = keptOffsets.get(key)
  if (kept) return kept
  // A league may come from a Node that knew more of them.
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC'
  const asked = instants
    .map((instant) => inZone(instant, zone))
    .toSorted((one, other) => one.epochMilliseconds - other.epochMilliseconds)
  const lastMs = asked.at(-1)?.epochMilliseconds ?? 0
  const changes: Temporal.ZonedDateTime[] = []
  let next = asked[0] ?? null
  while (next && next.epochMilliseconds <= lastMs && changes.length < CHANGES_MAX) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  const beyond = asked.filter(({ epochMilliseconds }) => next && epochMilliseconds >= next.epochMilliseconds)
  const offsets = [...changes, ...beyond].flatMap((zoned): ZoneOffset[] => {
    const from = toInstant(zoned.toInstant())
    const minutes = Math.round(zoned.offsetNanoseconds / NANOSECONDS_OF_MINUTE)
    return sorts(from) ? [{ from, minutes, name: shortZoneAt(zoned) }] : []
  })
  keptOffsets.set(key, offsets)
  return offsets
}

const NANOSECONDS_OF_MINUTE = 60_000_000_000

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d|)$/i
/** A day (its start in UTC), or an instant with Z or an offset. Null for one that does not exist. */
export function readInstant(text: string): Instant | null {
  try {
    Temporal.PlainDate.from(text.slice(0, 'YYYY-MM-DD'.length))
    const instant = new Date(text).toISOString()
    return sorts(instant) ? instant : null
  } catch {
    return null
  }
}

const LOCK_TIME = { name: 'Lock time', field: 'lockTime' }

/** Local time in the zone. One that a clock change repeats means the first. Throws Refusal, also for one that it skips. */
export function resolveTime(text: string, timeZone: string, of = LOCK_TIME): Instant {
  try {
    const [, offset] = DATE_TIME.exec(text) ?? []
    if (offset === undefined) throw new Refusal('time-invalid', of)
    const instant =
      offset === ''
        ? resolveWallClock(Temporal.PlainDateTime.from(text), timeZone, of.field)
        : toInstant(Temporal.Instant.from(text))
    if (!sorts(instant)) throw new Refusal('time-out-of-range', of)
    return instant
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('time-invalid', of)
  }
}

const sorts = (instant: Instant) => /^\d/.test(instant)

function resolveWallClock(wall: Temporal.PlainDateTime, timeZone: string, field: string): Instant {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!zoned.toPlainDateTime().equals(wall)) {
    const time = wall.toString({ smallestUnit: 'minute' }).replace('T', ' ')
    throw new Refusal('time-skipped', { time, zone: timeZone, field })
  }
  return toInstant(zoned.toInstant())
}

/** The first where clocks show it twice. Where they skip it, the first minute after that, or of a day without any that time on the next. */
export function nextShown(wallClock: string, timeZone: string): { instant: Instant; isSkipped: boolean } {
  const wall = Temporal.PlainDateTime.from(wallClock)
  const before = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (before.toPlainDateTime().equals(wall))
    return { instant: toInstant(before.toInstant()), isSkipped: false }
  const date = wall.toPlainDate()
  if (!date.toZonedDateTime(timeZone).toPlainDate().equals(date)) {
    return { ...nextShown(wall.add({ days: 1 }).toString(), timeZone), isSkipped: true }
  }
  const after = before.getTimeZoneTransition('next') ?? wall.toZonedDateTime(timeZone)
  return { instant: toInstant(after.toInstant()), isSkipped: true }
}

/** Today, or that many days later, at HH:MM:SS in the zone: the first where clocks show it twice, as much later as they skip it. */
export function timeOfToday(
  now: Instant,
  timeZone: string,
  time: string,
  days = 0,
): { date: string; instant: Instant } {
  return timeOnDate(inZone(now, timeZone).toPlainDate().add({ days }).toString(), timeZone, time)
}

/** The same for any date, which it returns too. */
export function timeOnDate(date: string, timeZone: string, time: string): { date: string; instant: Instant } {
  const day = Temporal.PlainDate.from(date)
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(time))
  const later = wall.toZonedDateTime(timeZone)
  const zoned = later.toPlainDate().equals(day)
    ? later
    : wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return { date, instant: toInstant(zoned.toInstant()) }
}

const toInstant = (instant: Temporal.Instant): Instant => new Date(instant.epochMilliseconds).toISOString()

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const LETTERS = 3

/** `Sunday, March 14, 2027 at 7:30 PM EDT (UTC-4)`. */
export function formatTime(instant: Instant, timeZone: string): string {
  const zoned = inZone(instant, timeZone)
  const { weekday, month } = namesOf(zoned)
  const [name, offset] = [shortZoneAt(zoned), offsetAt(zoned)]
  const zone = name === offset || name === 'UTC' ? name : `${name} (${offset})`
  return `${weekday}, ${month} ${zoned.day}, ${zoned.year} at ${clockAt(zoned)} ${zone}`
}

/** With the year where it is not that of now: `Sun, Mar 14, 2027, 7:30 PM EDT`. */
export function formatTimeShort(instant: Instant, timeZone: string, now = instant): string {
  const zoned = inZone(instant, timeZone)
  const year = zoned.year === inZone(now, timeZone).year ? '' : `, ${zoned.year}`
  return `${shortDay(zoned)}${year}, ${clockAt(zoned)} ${shortZoneAt(zoned)}`
}

/** `today at 20:00`, `tomorrow at 20:00`, or else `on Sunday, March 14 at 20:00`. */
export function formatDay(instant: Instant, timeZone: string, now: Instant): string {
  const zoned = inZone(instant, timeZone)
  const { days } = inZone(now, timeZone).toPlainDate().until(zoned.toPlainDate())
  const { weekday, month } = namesOf(zoned)
  const day = ['today', 'tomorrow'][days] ?? `on ${weekday}, ${month} ${zoned.day}`
  return `${day} at ${padded(zoned.hour)}:${padded(zoned.minute)}`
}

/** `3:36:55 PM`, with its day where the other instant has another one. */
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

/** Many zones have no short name, and runtimes write offsets differently. */
function shortZoneAt(zoned: Temporal.ZonedDateTime): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zoned.timeZoneId, timeZoneName: 'short' })
  const part = format.formatToParts(zoned.epochMilliseconds).find(({ type }) => type === 'timeZoneName')
  const name = part?.value.replace(/^GMT\+0$/, 'GMT') ?? ''
  return /^[A-Z]+$/.test(name) ? name : offsetAt(zoned)
}

const offsetAt = ({ offset }: Temporal.ZonedDateTime) =>
  `UTC${offset.replace(/^(.)0/, '$1').replace(/:00$/, '')}`
