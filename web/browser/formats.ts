const locale = 'en-US'

/** Zones that were renamed. An older browser knows the name on the right. */
const formerly: Record<string, string> = {
  'America/Nuuk': 'America/Godthab',
  'Europe/Kyiv': 'Europe/Kiev',
}

/** The name by which this browser knows the zone, null where it knows none. */
export const knownZone = (zone: string): string | null =>
  [zone, formerly[zone] ?? zone].find((name) => name !== '' && knows(name)) ?? null

function knows(timeZone: string) {
  try {
    new Intl.DateTimeFormat(locale, { timeZone })
    return true
  } catch {
    return false
  }
}

/** Null where the device has a zone that the browser cannot name, such as `Etc/Unknown`. */
export const ownZone = () => knownZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')

/** In the zone, otherwise in the browser's own. In UTC where the browser does not know it. Never throws. */
export function dateTimeFormat(options: Intl.DateTimeFormatOptions, zone = ownZone()) {
  const timeZone = knownZone(zone ?? '') ?? 'UTC'
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  return {
    format: (date: Date) => inOwnWords(format.format(date)),
    /** Empty where the format has no such part. */
    part: (wanted: Intl.DateTimeFormatPartTypes, date = new Date()) =>
      inOwnWords(format.formatToParts(date).find(({ type }) => type === wanted)?.value ?? ''),
  }
}

/** Browsers differ in the space before AM and PM, and in how they write an offset. As the server writes them. */
const inOwnWords = (text: string) =>
  text
    .replaceAll('\u202f', ' ')
    .replace(/GMT\+0(?:0:00)?(?!\d)/, 'GMT')
    .replace('\u2212', '-')
    .replace(/GMT(?=[+-])/, 'UTC')

/** By name, as the server sorts. */
export const compareTexts = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare

/** `in 3 days`, `2 hours ago`. */
export const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(value, unit)

/** `1,234`. */
export const formatCount = new Intl.NumberFormat(locale).format

/** `+3`, `-1`. */
export const signed = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format

const list = new Intl.ListFormat('en-GB')

/** `Ann, Bob and Cleo`. */
export const formatList = (names: readonly string[]) => list.format(names)
