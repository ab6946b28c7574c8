import { afterEach, expect, test, vi } from 'vitest'
import { zoneOffsets } from '../../platform/time/time-zone.ts'
import { wallClock } from '../admin/calendar.ts'
import { describeTimeZone, ownTime } from '../admin/sports/edit/time-zones.ts'
import { formatInZone, formatMoment } from '../pick/moment.ts'
import { dateTimeFormat, ownZone } from './formats.ts'

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

/** The device has this zone, and the browser knows only zones that pass, by the tables of another. */
function browserWith(
  own: string | undefined,
  knows: (zone: string) => boolean,
  read = (zone: string) => zone,
) {
  vi.stubGlobal('Intl', {
    ...Intl,
    DateTimeFormat: class extends DateTimeFormat {
      constructor(locale?: string, options: Intl.DateTimeFormatOptions = {}) {
        if (options.timeZone && !knows(options.timeZone)) throw new RangeError('Invalid time zone specified')
        super(locale, { ...options, ...(options.timeZone && { timeZone: read(options.timeZone) }) })
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
    expect(ownTime('2027-06-15T12:00', 'America/New_York')).toBeUndefined()
  },
)

test('a renamed zone has its former name in an older browser', () => {
  browserWith('Europe/Kiev', (zone) => zone !== 'Europe/Kyiv')
  expect(describeTimeZone('Europe/Kyiv').offset).toMatch(/^UTC\+[23]$/)
})

test.each([
  ['knows as UTC', (zone: string) => (zone === 'America/Coyhaique' ? 'UTC' : zone)],
  ['does not know', (zone: string) => (zone === 'America/Coyhaique' ? 'Nowhere/At-All' : zone)],
])('in a zone that the browser %s, a sport has the time that the server says', (_, read) => {
  const offsets = zoneOffsets('America/Coyhaique', INSTANT)
  browserWith('America/New_York', () => true, read)
  expect(formatMoment(INSTANT)).toContain('8:00 AM EDT')
  expect(formatInZone(INSTANT, offsets)).toMatch(/^Tue, Jun 15,( 2027,)? 9:00 AM UTC-3$/)
  expect(wallClock(INSTANT, offsets)).toBe('2027-06-15T09:00')
})

test('a zone that the browser does not know gives no hint', () => {
  browserWith('America/New_York', (zone) => zone !== 'America/Coyhaique')
  expect(ownTime('2027-06-15T12:00', 'America/Coyhaique')).toBeUndefined()
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
