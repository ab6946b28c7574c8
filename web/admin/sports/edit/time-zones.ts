import { compareTexts } from '../../../../domain/names.ts'
import { dateTimeFormat, knows, ownZone } from '../../../browser/formats.ts'
import { formatClock } from '../../calendar.ts'

export type TimeZone = {
  value: string
  /** `New York` */
  label: string
  /** `UTC-5` */
  offset: string
  /** In lower case. */
  search: string
}

/** The list component requires the name `value`. */
export type TimeZoneRegion = { value: string; items: TimeZone[] }

/** Each offset and clock change, and the cities that people look for. */
const regions = [
  { name: 'UTC', zones: 'UTC' },
  {
    name: 'Americas',
    zones: `America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix
      America/Anchorage America/Adak America/Detroit America/Indiana/Indianapolis America/Toronto America/Vancouver America/Edmonton America/Regina America/Winnipeg America/Halifax
      America/St_Johns America/Mexico_City America/Cancun America/Hermosillo
      America/Tijuana America/Guatemala America/El_Salvador America/Costa_Rica America/Panama
      America/Havana America/Jamaica America/Nassau America/Port-au-Prince America/Santo_Domingo
      America/Puerto_Rico America/Port_of_Spain America/Caracas America/Bogota America/Guayaquil
      America/Lima America/La_Paz America/Guyana America/Manaus America/Sao_Paulo America/Noronha America/Asuncion America/Montevideo America/Argentina/Buenos_Aires
      America/Santiago America/Nuuk Atlantic/Bermuda Atlantic/Stanley`,
  },
  {
    name: 'Europe',
    zones: `Europe/London Europe/Dublin Europe/Lisbon Europe/Madrid Europe/Paris Europe/Brussels
      Europe/Amsterdam Europe/Berlin Europe/Zurich Europe/Vienna Europe/Rome
      Europe/Malta Europe/Copenhagen Europe/Oslo Europe/Stockholm Europe/Helsinki Europe/Tallinn
      Europe/Riga Europe/Vilnius Europe/Warsaw Europe/Prague Europe/Budapest Europe/Zagreb Europe/Belgrade
      Europe/Athens Europe/Sofia Europe/Bucharest Europe/Chisinau Europe/Kyiv Europe/Minsk Europe/Moscow
      Europe/Samara Europe/Istanbul Atlantic/Reykjavik Atlantic/Azores Atlantic/Canary`,
  },
  {
    name: 'Asia',
    zones: `Asia/Jerusalem Asia/Beirut Asia/Baghdad Asia/Riyadh Asia/Qatar Asia/Dubai
      Asia/Tehran Asia/Tbilisi Asia/Yerevan Asia/Baku Asia/Kabul Asia/Karachi Asia/Tashkent Asia/Almaty
      Asia/Yekaterinburg Asia/Kolkata Asia/Colombo Asia/Kathmandu Asia/Dhaka Asia/Yangon Asia/Bangkok
      Asia/Ho_Chi_Minh Asia/Jakarta Asia/Novosibirsk Asia/Singapore Asia/Kuala_Lumpur Asia/Manila
      Asia/Hong_Kong Asia/Shanghai Asia/Taipei Asia/Ulaanbaatar Asia/Irkutsk Asia/Seoul Asia/Tokyo
      Asia/Vladivostok Asia/Kamchatka`,
  },
  {
    name: 'Africa',
    zones: `Africa/Casablanca Africa/Algiers Africa/Tunis Africa/Tripoli Africa/Cairo Africa/Dakar Africa/Abidjan Africa/Accra Africa/Lagos Africa/Kinshasa Africa/Luanda
      Africa/Addis_Ababa Africa/Nairobi Africa/Harare Africa/Johannesburg
      Atlantic/Cape_Verde Indian/Mauritius`,
  },
  {
    name: 'Australia & Pacific',
    zones: `Australia/Perth Australia/Darwin Australia/Adelaide Australia/Brisbane Australia/Sydney
      Australia/Melbourne Australia/Hobart Australia/Lord_Howe Pacific/Port_Moresby Pacific/Guam
      Pacific/Noumea Pacific/Fiji Pacific/Auckland Pacific/Chatham Pacific/Tongatapu Pacific/Apia
      Pacific/Kiritimati Pacific/Honolulu Pacific/Tahiti Pacific/Pago_Pago`,
  },
]

let listed: TimeZoneRegion[] | null = null

export function timeZoneRegions(): TimeZoneRegion[] {
  listed ??= regions.map(({ name, zones }) => ({
    value: name,
    items: zones
      .split(/\s+/)
      .flatMap((zone) => knownZone(zone) ?? [])
      .map(describeTimeZone)
      .toSorted(byLabel),
  }))
  return listed
}

const byLabel = (one: TimeZone, other: TimeZone) => compareTexts(one.label, other.label)

export function describeTimeZone(value: string): TimeZone {
  const label = value.slice(value.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const offset = zoneName(value, 'shortOffset')
  const search = [
    value.replaceAll('_', ' '),
    value,
    offset,
    offset.replace('UTC', 'GMT'),
    zoneName(value, 'longGeneric'),
    zoneName(value, 'short'),
  ]
  return { value, label, offset, search: search.join(' ').toLowerCase() }
}

/** Empty for a zone that this browser does not know. */
function zoneName(value: string, timeZoneName: 'shortOffset' | 'longGeneric' | 'short') {
  const zone = knownZone(value)
  return zone ? dateTimeFormat({ timeZoneName }, zone).part('timeZoneName') : ''
}

/** The name by which this browser knows the zone, null where it knows none. */
const knownZone = (zone: string): string | null =>
  [zone, formerly[zone] ?? zone].find((name) => knows(name)) ?? null

/** Zones that were renamed. An older browser knows the name on the right. */
const formerly: Record<string, string> = {
  'America/Nuuk': 'America/Godthab',
  'Europe/Kyiv': 'Europe/Kiev',
}

/** A local time of that zone, in this browser's and by its tables. Missing where the browser does not know one of them, or its clock shows the same. */
export function ownTime(local: string, timezone: string) {
  const utcMs = Date.parse(`${local}Z`)
  const zone = knownZone(timezone)
  if (Number.isNaN(utcMs) || !zone || !ownZone()) return undefined
  const offset = dateTimeFormat({ timeZoneName: 'longOffset' }, zone)
  const instantAt = (ms: number) =>
    new Date(`${local}${offset.part('timeZoneName', new Date(ms)).slice('UTC'.length) || 'Z'}`)
  // Twice, as the clocks may change between the guess and the time.
  const instant = instantAt(instantAt(utcMs).getTime())
  if (instant.getTime() === Date.parse(local)) return undefined
  return `${dateTimeFormat({ weekday: 'short' }).format(instant)} ${formatClock(instant.toISOString())} where you are`
}
