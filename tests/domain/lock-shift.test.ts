import { describe, expect, test } from 'vitest'
import { daysBefore, type Shift, shiftedLock } from '../../domain/seasons/lock-shift.ts'
import { nextShown, wallClock } from '../../platform/time/time-zone.ts'

const zones = { wallClock, nextShown }

const NEW_YORK = 'America/New_York'

/** A lock time on the wall, moved, and read from the wall again. */
function moved(wall: string, years: number, shift: Shift, timeZone = NEW_YORK) {
  const locksAt = nextShown(wall, timeZone).instant
  const { instant, isSkipped } = shiftedLock({ locksAt, timeZone }, { shift, years }, zones)
  return `${wallClock(instant, timeZone)}${isSkipped ? ' instead' : ''}`
}

describe('to the same weekday', () => {
  test.each([
    ['2026-07-19T15:00', 1, '2027-07-18T15:00'],
    ['2027-07-18T15:00', 1, '2028-07-16T15:00'],
    ['2028-07-16T15:00', 1, '2029-07-15T15:00'],
    ['2026-06-11T20:00', 4, '2030-06-13T20:00'],
    ['2024-12-31T20:00', 1, '2025-12-30T20:00'],
    ['2026-01-01T12:00', 1, '2026-12-31T12:00'],
    ['2025-12-30T12:00', 1, '2026-12-29T12:00'],
    ['2021-12-31T12:00', 1, '2022-12-30T12:00'],
    ['2027-02-14T18:30', -1, '2026-02-15T18:30'],
    ['2000-05-13T09:00', 100, '2100-05-15T09:00'],
  ])('%s moves by %i to %s', (from, years, to) => {
    expect(moved(from, years, 'weekday')).toBe(to)
    const weekday = (wall: string) => new Date(`${wall}Z`).getUTCDay()
    expect(weekday(to)).toBe(weekday(from))
  })

  test('the 29th of February is measured from the 1st of March', () => {
    expect(moved('2028-02-29T19:00', 1, 'weekday')).toBe('2029-02-27T19:00')
    expect(moved('2028-02-29T19:00', 4, 'weekday')).toBe('2032-03-02T19:00')
  })
})

describe('to the same date', () => {
  test('whatever the weekday', () => {
    expect(moved('2026-07-19T15:00', 1, 'date')).toBe('2027-07-19T15:00')
    expect(moved('2026-07-19T15:00', 0, 'date')).toBe('2026-07-19T15:00')
  })

  test('the 29th of February becomes the 1st of March, or stays in a leap year', () => {
    expect(moved('2028-02-29T19:00', 1, 'date')).toBe('2029-03-01T19:00')
    expect(moved('2028-02-29T19:00', 4, 'date')).toBe('2032-02-29T19:00')
    expect(moved('2027-02-28T19:00', 1, 'date')).toBe('2028-02-28T19:00')
  })
})

test('kept, it is the same instant, to the second', () => {
  const locksAt = '2026-07-19T19:00:30.000Z'
  expect(shiftedLock({ locksAt, timeZone: NEW_YORK }, { shift: 'keep', years: 3 }, zones)).toEqual({
    instant: locksAt,
    isSkipped: false,
  })
})

describe('where clocks change', () => {
  test('the time on the wall counts, so the instant is an hour off', () => {
    const march = { locksAt: '2027-03-13T00:30:00.000Z', timeZone: NEW_YORK }
    expect(wallClock(march.locksAt, NEW_YORK)).toBe('2027-03-12T19:30')
    const { instant } = shiftedLock(march, { shift: 'date', years: 1 }, zones)
    expect(instant).toBe('2028-03-12T23:30:00.000Z')
  })

  test('a time that they skip becomes the first minute that they show, and says so', () => {
    expect(moved('2027-03-12T02:30', 1, 'date')).toBe('2028-03-12T03:00 instead')
    expect(moved('2027-03-12T01:59', 1, 'date')).toBe('2028-03-12T01:59')
    expect(moved('2027-03-12T03:00', 1, 'date')).toBe('2028-03-12T03:00')
    expect(moved('2026-10-03T02:15', 1, 'date', 'Australia/Lord_Howe')).toBe('2027-10-03T02:30 instead')
    expect(moved('2026-09-05T00:20', 1, 'date', 'America/Santiago')).toBe('2027-09-05T01:00 instead')
  })

  test.each([
    ['2026-11-07T01:30', NEW_YORK, '2027-11-07T05:30:00.000Z'],
    ['2027-04-02T01:45', 'Australia/Lord_Howe', '2028-04-01T14:45:00.000Z'],
  ])('%s in %s is shown twice a year later, and becomes the earlier instant', (from, timeZone, to) => {
    const { instant: locksAt } = nextShown(from, timeZone)
    const shifted = shiftedLock({ locksAt, timeZone }, { shift: 'date', years: 1 }, zones)
    expect(shifted).toEqual({ instant: to, isSkipped: false })
  })

  test('a date that Apia skipped becomes the next that it had', () => {
    expect(moved('2010-12-30T19:30', 1, 'date', 'Pacific/Apia')).toBe('2011-12-31T19:30 instead')
    expect(moved('2010-12-31T19:30', 1, 'weekday', 'Pacific/Apia')).toBe('2011-12-31T19:30 instead')
    expect(moved('2010-12-29T19:30', 1, 'date', 'Pacific/Apia')).toBe('2011-12-29T19:30')
  })
})

test('beyond the years that a lock time can have, it stays', () => {
  expect(moved('9999-06-01T12:00', 1, 'date')).toBe('9999-06-01T12:00')
  expect(moved('0002-06-01T12:00', -10, 'weekday', 'UTC')).toBe('0002-06-01T12:00')
})

describe('days before the lock', () => {
  test('are days on the wall', () => {
    const locksAt = nextShown('2027-03-15T12:00', NEW_YORK).instant
    const opensAt = daysBefore({ locksAt, timeZone: NEW_YORK }, 2, zones)
    expect(wallClock(opensAt, NEW_YORK)).toBe('2027-03-13T12:00')
  })
})
