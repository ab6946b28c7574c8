import { expect, test } from 'vitest'
import { formatTimeShort, zoneOffsets } from '../../platform/time/time-zone.ts'
import { formatInZone, formatSpan, formatTimeLeft } from './moment.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-SECOND, '00:00', '0 s'],
  [12 * SECOND, '00:12', '12 s'],
  [MINUTE, '01:00', '1 min'],
  [HOUR - SECOND, '59:59', '59 min'],
  [HOUR, '1:00:00', '1 h 0 min'],
  [DAY - SECOND, '23:59:59', '23 h 59 min'],
  [DAY, '1 d 0 h 0 min', '1 day'],
  [2 * DAY + 3 * HOUR + 4 * MINUTE, '2 d 3 h 4 min', '2 days 3 h'],
])('%d ms are left as %s, and are a span of %s', (ms, left, span) => {
  expect(formatTimeLeft(ms)).toBe(left)
  expect(formatSpan(Math.max(0, ms))).toBe(span)
})

test.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Europe/London'])(
  'a moment in %s reads as the server writes it, with the year where it is not this one there',
  (zone) => {
    const now = new Date().toISOString()
    const year = new Date().getUTCFullYear()
    const instants = [
      `${year}-06-15T12:00:00.000Z`,
      `${year}-12-15T12:00:00.000Z`,
      `${year + 1}-01-01T02:00:00.000Z`,
    ]
    const offsets = zoneOffsets(zone, now, ...instants)
    for (const instant of instants)
      expect(formatInZone(instant, offsets)).toBe(formatTimeShort(instant, zone, now))
  },
)
