import type { Instant } from '../event.ts'

export type Shift = 'weekday' | 'date' | 'keep'

/** Wall-clock times are like `2027-03-14T19:30`. */
export type Zones = {
  wallClock(instant: Instant, timeZone: string): string
  /** The first where clocks show it twice, the next that they show where they skip it. */
  nextShown(wallClock: string, timeZone: string): { instant: Instant; isSkipped: boolean }
}

type Lock = { locksAt: Instant; timeZone: string }

/** The same time on the clocks of its zone, so many years later. `weekday` takes the nearest day of the same name. */
export function shiftedLock(
  { locksAt, timeZone }: Lock,
  { shift, years }: { shift: Shift; years: number },
  zones: Zones,
): { instant: Instant; isSkipped: boolean } {
  const wallClock = zones.wallClock(locksAt, timeZone)
  const from = dayOf(wallClock)
  const sameDate = dayOf(wallClock, years)
  const day = shift === 'weekday' ? nearestLike(from, sameDate) : sameDate
  if (shift === 'keep' || !hasFourDigits(day)) return { instant: locksAt, isSkipped: false }
  return zones.nextShown(onDay(day, wallClock), timeZone)
}

export function daysBefore({ locksAt, timeZone }: Lock, days: number, zones: Zones): Instant {
  const wallClock = zones.wallClock(locksAt, timeZone)
  return zones.nextShown(onDay(dayOf(wallClock) - days, wallClock), timeZone).instant
}

const DAY_MS = 24 * 3_600_000
const WEEK = 7

/** Counted from 1970. The 29th of February is the 1st of March where the year has none. */
function dayOf(wallClock: string, years = 0): number {
  const [year = 0, month = 0, date = 0] = wallClock.slice(0, DATE_LENGTH).split('-').map(Number)
  return new Date(0).setUTCFullYear(year + years, month - 1, date) / DAY_MS
}

function nearestLike(day: number, around: number): number {
  const later = (((day - around) % WEEK) + WEEK) % WEEK
  return around + (later > WEEK / 2 ? later - WEEK : later)
}

const DATE_LENGTH = '2027-03-14'.length

const onDay = (day: number, wallClock: string) =>
  `${new Date(day * DAY_MS).toISOString().slice(0, DATE_LENGTH)}${wallClock.slice(DATE_LENGTH)}`

/** A day on either side is left for zones. */
const hasFourDigits = (day: number) => day > dayOf('0001-01-01') && day < dayOf('9999-12-30')
