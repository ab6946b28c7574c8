import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { dueReminders, NO_REMINDERS_DONE, withReminder } from '../../domain/rounds/reminders.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings/settings.ts'
import { timeOfToday, wallClock } from '../../platform/time/time-zone.ts'

/** A leap year: 366 local days, with both clock changes of each zone. */
const YEAR = 2028
/** How often the rule is asked. */
const STEP_MINUTES = 15
const STEP_MS = STEP_MINUTES * 60_000
const FOREVER = { before: '2000-01-01T00:00:00.000Z', after: '2100-01-01T00:00:00.000Z' }

/** Where the clocks skip and repeat: two hours in the night, half an hour of it, midnight itself, and never. */
const CHANGES: Record<string, string[]> = {
  'America/New_York': ['2028-03-12', '2028-11-05'],
  'Europe/London': ['2028-03-26', '2028-10-29'],
  'Australia/Lord_Howe': ['2028-04-02', '2028-10-01'],
  'Asia/Kolkata': [],
  'Africa/Cairo': ['2028-04-28', '2028-10-26'],
  'Pacific/Apia': [],
  // Skips the last hour of a Saturday, so that the time after it is on another day.
  'America/Nuuk': ['2028-03-25', '2028-10-28'],
}
const ZONES = Object.keys(CHANGES)

const TIMES = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '10:00', '23:00', '23:30']
const EVERY_STEP = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, step) => {
  const minutes = step * STEP_MINUTES
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})

type Day = { date: string; startsMs: number; endsMs: number }
type Fired = { date: string; at: string }

/** The days of a zone as its calendar has them, whatever the product reckons. */
function daysIn(timeZone: string, first: Temporal.PlainDate, count: number): Day[] {
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return Array.from({ length: count }, (_, index) => {
    const date = first.add({ days: index })
    return { date: date.toString(), startsMs: startOf(date), endsMs: startOf(date.add({ days: 1 })) }
  })
}

/** What is sent when the rule is asked at every step and in the last second of each day. */
function remindersOn(days: readonly Day[], timeZone: string, time: string): Fired[] {
  const fired: Fired[] = []
  const settings = { ...DEFAULT_SETTINGS.reminders, dailyAt: `${time}:00` }
  let done = NO_REMINDERS_DONE
  for (const { startsMs, endsMs } of days) {
    const today = timeOfToday(toInstant(startsMs), timeZone, settings.dailyAt)
    const armedAt = { daily: FOREVER.before, beforeLock: FOREVER.before }
    const times = { settings, locksAt: FOREVER.after, today, armedAt }
    for (const ms of ticksBetween(startsMs, endsMs)) {
      for (const { kind, slot } of dueReminders(done, times, toInstant(ms))) {
        fired.push({ date: slot, at: toInstant(ms) })
        done = withReminder(done, {
          type: 'PlayersReminded',
          data: { roundId: 1, seasonId: 1, kind, recipients: [1], slot },
        })
      }
    }
  }
  return fired
}

function* ticksBetween(startsMs: number, endsMs: number) {
  for (let ms = startsMs; ms < endsMs; ms += STEP_MS) yield ms
  yield endsMs - 1_000
}

const toInstant = (ms: number) => new Date(ms).toISOString()
const datesOf = (list: readonly { date: string }[]) => list.map(({ date }) => date)

describe.each(ZONES)('in %s', (timeZone) => {
  const year = daysIn(timeZone, Temporal.PlainDate.from({ year: YEAR, month: 1, day: 1 }), 366)

  test.each(TIMES)('a daily reminder at %s goes out once on each of 366 local days, at its time', (time) => {
    const fired = remindersOn(year, timeZone, time)
    expect(datesOf(fired)).toEqual(datesOf(year))
    const shown = fired.map(({ date, at }) => ({ date, shown: wallClock(at, timeZone) }))
    const elsewhere = shown.filter(({ date, shown }) => shown !== `${date}T${time}`)
    expect(CHANGES[timeZone]).toEqual(expect.arrayContaining(datesOf(elsewhere)))
  })
})

describe.each(Object.entries(CHANGES).flatMap(([zone, dates]) => dates.map((date) => [zone, date])))(
  'around the clock change in %s on %s',
  (timeZone = '', date = '') => {
    const days = daysIn(timeZone, Temporal.PlainDate.from(date).subtract({ days: 2 }), 5)

    test('a daily reminder at any such time goes out once a local day', () => {
      for (const time of EVERY_STEP) {
        expect(datesOf(remindersOn(days, timeZone, time)), time).toEqual(datesOf(days))
      }
    })

    test('its time is the same, and its day the calendar’s, from whatever instant of the day it is reckoned', () => {
      for (const { date: day, startsMs, endsMs } of days) {
        for (const time of ['00:30:00', '02:30:00', '10:00:00', '23:30:00']) {
          const first = timeOfToday(toInstant(startsMs), timeZone, time)
          expect(first.date).toBe(day)
          for (let ms = startsMs; ms < endsMs; ms += STEP_MS) {
            expect(timeOfToday(toInstant(ms), timeZone, time)).toEqual(first)
          }
        }
      }
    })
  },
)

describe('a time that the clocks', () => {
  const at = (timeZone: string, date: string, time: string) => {
    const [day] = daysIn(timeZone, Temporal.PlainDate.from(date), 1)
    const { instant } = timeOfToday(toInstant(day?.startsMs ?? 0), timeZone, time)
    return { instant, shown: wallClock(instant, timeZone) }
  }

  test.each([
    ['America/New_York', '2028-03-12', '02:30:00', '2028-03-12T03:30', '2028-03-12T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2028-10-01', '02:15:00', '2028-10-01T02:45', '2028-09-30T15:45:00.000Z'],
    ['Africa/Cairo', '2028-04-28', '00:30:00', '2028-04-28T01:30', '2028-04-27T22:30:00.000Z'],
    ['America/Nuuk', '2028-03-25', '23:30:00', '2028-03-25T22:30', '2028-03-26T00:30:00.000Z'],
  ])('skip, in %s on %s at %s, is %s', (timeZone, date, time, shown, instant) => {
    expect(at(timeZone, date, time)).toEqual({ shown, instant })
  })

  test.each([
    ['America/New_York', '2028-11-05', '01:30:00', '2028-11-05T05:30:00.000Z'],
    ['Europe/London', '2028-10-29', '01:30:00', '2028-10-29T00:30:00.000Z'],
    ['Australia/Lord_Howe', '2028-04-02', '01:45:00', '2028-04-01T14:45:00.000Z'],
    ['Africa/Cairo', '2028-10-26', '23:30:00', '2028-10-26T20:30:00.000Z'],
  ])('repeat, in %s on %s at %s, is the first of the two', (timeZone, date, time, instant) => {
    expect(at(timeZone, date, time)).toEqual({ shown: `${date}T${time.slice(0, 5)}`, instant })
  })
})
