import type { ZoneOffsets } from '../../api/contract/schema.ts'

const locale = 'en-US'

export function knows(timeZone: string) {
  try {
    new Intl.DateTimeFormat(locale, { timeZone })
    return timeZone !== ''
  } catch {
    return false
  }
}

/** Null where the device has a zone that the browser cannot name, such as `Etc/Unknown`. */
export function ownZone() {
  const { timeZone = '' } = new Intl.DateTimeFormat().resolvedOptions()
  return knows(timeZone) ? timeZone : null
}

/** In a zone that the browser knows, otherwise in its own, or UTC where it knows none of its own. */
export function dateTimeFormat(options: Intl.DateTimeFormatOptions, timeZone = ownZone() ?? 'UTC') {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  return {
    format: (date: Date) => inOwnWords(format.format(date)),
    /** Empty where the format has no such part. */
    part: (wanted: Intl.DateTimeFormatPartTypes, date = new Date()) =>
      inOwnWords(format.formatToParts(date).find(({ type }) => type === wanted)?.value ?? ''),
  }
}

/** A date that shows in UTC what clocks in the sport's zone show, by the tables of the server: those of a browser may differ. */
export function onClock(instant: string, offsets: ZoneOffsets) {
  const { minutes, name } = offsets.findLast(({ from }) => from <= instant) ?? offsets[0] ?? UTC
  return { date: new Date(Date.parse(instant) + minutes * 60_000), name }
}

const UTC = { minutes: 0, name: 'UTC' }

/** Browsers differ in the space before AM and PM, and in how they write an offset. As the server writes them. */
const inOwnWords = (text: string) =>
  text
    .replaceAll('\u202f', ' ')
    .replace(/GMT\+0(?:0:00)?(?!\d)/, 'GMT')
    .replace('\u2212', '-')
    .replace(/GMT(?=[+-])/, 'UTC')

/** `in 3 days`, `2 hours ago`. */
export const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(value, unit)

/** `1,234`. */
export const formatCount = new Intl.NumberFormat(locale).format

const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
/** `1.4 MB`, and never 0. */
export const formatMegabytes = (bytes: number) => megabytes.format(Math.max(0.1, bytes / 1_000_000))

/** `+3`, `-1`. */
export const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format
