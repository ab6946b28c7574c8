import { afterEach, expect, test, vi } from 'vitest'
import { instantOf, ownTime, wallClock } from '../admin/calendar.ts'
import { describeTimeZone } from '../admin/sports/edit/time-zones.ts'
import { formatMoment } from '../pick/moment.ts'
import { dateTimeFormat, knownZone, ownZone } from './formats.ts'

const { DateTimeFormat } = Intl

/** As a browser of these words writes times. */
function browserThatWrites(words: (text: string) => string) {
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: class extends DateTimeFormat {
      override format(date?: Date | number) {
        return words(super.format(date))
      }
    },
  })
}

/** The device has this zone, and the browser knows only zones that pass. */
function browserWith(own: string | undefined, knows: (zone: string) => boolean) {
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: class extends DateTimeFormat {
      constructor(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
        if (options.timeZone && !knows(options.timeZone)) throw new RangeError('Invalid time zone specified')
        super(locale, options)
      }
      override resolvedOptions() {
        return { ...super.resolvedOptions(), timeZone: own as string }
      }
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const INSTANT = '2027-06-15T12:00:00.000Z'
const style = { hour: 'numeric', timeZoneName: 'short' } as const

test.each(['Etc/Unknown', '', undefined, 'Nowhere/At-All'])(
  'a device in %s has no zone, and its times are in UTC',
  (own) => {
    browserWith(own, (zone) => zone === 'UTC' || zone === 'America/New_York')
    expect(ownZone()).toBeNull()
    expect(dateTimeFormat(style).format(new Date(INSTANT))).toBe('12 PM UTC')
    expect(formatMoment(INSTANT)).toContain('12:00 PM UTC')
    expect(formatMoment(INSTANT, 'America/New_York')).toContain('8:00 AM EDT')
    expect(ownTime('2027-06-15T12:00', 'America/New_York')).toBeUndefined()
  },
)

test('a renamed zone has its former name in an older browser', () => {
  browserWith('Europe/Kiev', (zone) => zone !== 'Europe/Kyiv')
  expect(knownZone('Europe/Kyiv')).toBe('Europe/Kiev')
  expect(formatMoment(INSTANT, 'Europe/Kyiv')).toContain('3:00 PM')
  expect(wallClock(INSTANT, 'Europe/Kyiv')).toBe('2027-06-15T15:00')
})

test('times in a zone that the browser does not know are told in UTC, and are no local times', () => {
  browserWith('America/New_York', (zone) => zone !== 'America/Coyhaique')
  expect(formatMoment(INSTANT, 'America/Coyhaique')).toContain('12:00 PM UTC')
  expect(wallClock(INSTANT, 'America/Coyhaique')).toBe('')
  expect(instantOf('2027-06-15T12:00', 'America/Coyhaique')).toBeNull()
  expect(describeTimeZone('America/Coyhaique')).toMatchObject({ label: 'Coyhaique', offset: '' })
})

test.each([
  ['Asia/Kolkata', '5:30 PM UTC+5:30'],
  ['Europe/London', '1:00 PM UTC+1'],
  ['America/Noronha', '10:00 AM UTC-2'],
  ['Africa/Abidjan', '12:00 PM GMT'],
  ['America/New_York', '8:00 AM EDT'],
  ['UTC', '12:00 PM UTC'],
])('a time in %s reads the same in each browser', (zone, text) => {
  const format = () => dateTimeFormat({ ...style, minute: '2-digit' }, zone).format(new Date(INSTANT))
  expect(format()).toBe(text)
  browserThatWrites((own) => own.replace(' AM', '\u202fAM').replace(' PM', '\u202fPM'))
  expect(format()).toBe(text)
  browserThatWrites((own) => own.replace(/GMT$/, 'GMT+0').replace('-', '\u2212'))
  expect(format()).toBe(text)
})
