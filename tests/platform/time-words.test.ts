import { expect, test } from 'vitest'
import { compareTexts } from '../../domain/names.ts'
import {
  formatSecond,
  formatTime,
  formatTimeShort,
  isTimeZone,
  timeOfToday,
  whyZonesAreOld,
  zoneOffsets,
} from '../../platform/time/time-zone.ts'

// Runtimes differ in their words for times and zones. These are the same on each.

test.each([
  [
    'UTC',
    '2027-02-03T18:01:00.000Z',
    'Wednesday, February 3, 2027 at 6:01 PM UTC',
    'Wed, Feb 3, 6:01 PM UTC',
  ],
  [
    'Etc/UTC',
    '2026-09-05T00:00:00.000Z',
    'Saturday, September 5, 2026 at 12:00 AM UTC',
    'Sat, Sep 5, 12:00 AM UTC',
  ],
  [
    'Europe/London',
    '2026-01-15T12:00:00.000Z',
    'Thursday, January 15, 2026 at 12:00 PM GMT (UTC+0)',
    'Thu, Jan 15, 12:00 PM GMT',
  ],
  [
    'Europe/London',
    '2026-07-15T12:00:00.000Z',
    'Wednesday, July 15, 2026 at 1:00 PM UTC+1',
    'Wed, Jul 15, 1:00 PM UTC+1',
  ],
  [
    'Europe/Lisbon',
    '2026-01-15T12:00:00.000Z',
    'Thursday, January 15, 2026 at 12:00 PM GMT (UTC+0)',
    'Thu, Jan 15, 12:00 PM GMT',
  ],
  [
    'America/New_York',
    '2026-11-23T01:00:00.000Z',
    'Sunday, November 22, 2026 at 8:00 PM EST (UTC-5)',
    'Sun, Nov 22, 8:00 PM EST',
  ],
  [
    'America/Adak',
    '2026-08-01T03:00:00.000Z',
    'Friday, July 31, 2026 at 6:00 PM HADT (UTC-9)',
    'Fri, Jul 31, 6:00 PM HADT',
  ],
  [
    'America/St_Johns',
    '2026-06-01T09:31:00.000Z',
    'Monday, June 1, 2026 at 7:01 AM UTC-2:30',
    'Mon, Jun 1, 7:01 AM UTC-2:30',
  ],
  [
    'Asia/Kolkata',
    '2026-05-04T18:30:00.000Z',
    'Tuesday, May 5, 2026 at 12:00 AM UTC+5:30',
    'Tue, May 5, 12:00 AM UTC+5:30',
  ],
  [
    'Pacific/Kiritimati',
    '2026-12-31T10:00:00.000Z',
    'Friday, January 1, 2027 at 12:00 AM UTC+14',
    'Fri, Jan 1, 12:00 AM UTC+14',
  ],
])('a time in %s, %s, reads the same everywhere', (zone, instant, long, short) => {
  expect([formatTime(instant, zone), formatTimeShort(instant, zone)]).toEqual([long, short])
})

test('a time to the second has its day where that is another one', () => {
  const [instant, zone] = ['2027-01-10T20:36:05.000Z', 'America/New_York']
  expect(formatSecond(instant, zone, '2027-01-11T04:00:00.000Z')).toBe('3:36:05 PM')
  expect(formatSecond(instant, zone, '2027-01-11T06:00:00.000Z')).toBe('Sun, Jan 10, 3:36:05 PM')
})

test('what the clocks of a zone show goes from the first of some instants to the last', () => {
  const [winter, summer] = ['2027-01-10T20:36:05.000Z', '2027-07-10T20:36:05.000Z']
  const summerTime = { from: '2027-03-14T07:00:00.000Z', minutes: -240, name: 'EDT' }
  const winterTime = { from: winter, minutes: -300, name: 'EST' }
  expect(zoneOffsets('America/New_York', winter)).toEqual([winterTime])
  expect(zoneOffsets('America/New_York', summer, winter)).toEqual([winterTime, summerTime])
  expect(zoneOffsets('Asia/Kolkata', summer, winter)).toEqual([
    { from: winter, minutes: 330, name: 'UTC+5:30' },
  ])
  const [soon, far] = ['2027-07-10T20:36:05.000Z', '9999-06-01T04:00:00.000Z']
  const ofFar = zoneOffsets('America/New_York', far, '+010000-07-06T04:00:00.000Z', soon)
  expect(ofFar[0]).toEqual({ ...summerTime, from: soon })
  expect(ofFar.at(-1)).toEqual({ ...summerTime, from: far })
  expect(ofFar).toHaveLength(17)
})

test('a zone whose clocks nobody knows is refused, and one that a league brought along is read as UTC', () => {
  expect(['PST', 'IST', 'Mars/Base', '+02:00'].filter(isTimeZone)).toEqual([])
  expect(['UTC', 'EST5EDT', 'Asia/Kolkata'].filter(isTimeZone)).toHaveLength(3)
  const at = '2027-01-10T20:36:05.000Z'
  expect(zoneOffsets('Mars/Base', at)).toEqual([{ from: at, minutes: 0, name: 'UTC' }])
})

test('old tables of time zones are said, new ones are not', () => {
  expect(whyZonesAreOld('2026a')).toMatch(/^Node.js v[\d.]+ has time zones of 2026a\. /)
  expect(['2026b', '2027a', ''].map((tables) => whyZonesAreOld(tables))).toEqual([null, null, null])
})

test('names have one order, whatever their accents and numbers', () => {
  const names = [
    'Zoë',
    'zoe 10',
    'Zoe 2',
    'Øyvind',
    'Olaf',
    'Ärmel',
    'Arnold',
    'Žofie',
    '_x',
    'Straße',
    'Strasse 1',
    'Ñandú',
    'Nathan',
    '李雷',
  ]
  expect(names.toSorted(compareTexts)).toEqual([
    ...['_x', 'Ärmel', 'Arnold', 'Ñandú', 'Nathan', 'Olaf', 'Øyvind', 'Straße', 'Strasse 1'],
    ...['Zoë', 'Zoe 2', 'zoe 10', 'Žofie', '李雷'],
  ])
})

test.each([
  // After a day of 25 hours, and before and after one of 23.
  ['2027-10-31T00:00:00.000Z', 'Europe/Berlin', '00:30', 1, '2027-10-31T23:30:00.000Z'],
  ['2027-03-15T05:00:00.000Z', 'America/New_York', '00:30', -1, '2027-03-14T05:30:00.000Z'],
  ['2027-03-14T04:59:00.000Z', 'America/New_York', '23:30', 1, '2027-03-15T03:30:00.000Z'],
])('at %s in %s, %s %i days later is %s', (now, timeZone, time, days, instant) => {
  expect(timeOfToday(now, timeZone, time, days).instant).toBe(instant)
})
