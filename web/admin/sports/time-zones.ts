export type TimeZone = {
  value: string
  /** `New York` */
  label: string
  /** `GMT-5` */
  offset: string
  /** Everything a person may type to find it, in lower case. */
  search: string
}

/** `value` is the region's name, as the list component wants it. */
export type TimeZoneRegion = { value: string; items: TimeZone[] }

const regions = [
  { name: 'UTC', prefixes: ['UTC'] },
  { name: 'Americas', prefixes: ['America/', 'Atlantic/Bermuda', 'Atlantic/Stanley'] },
  { name: 'Europe', prefixes: ['Europe/', 'Atlantic/', 'Arctic/'] },
  { name: 'Asia', prefixes: ['Asia/'] },
  { name: 'Africa', prefixes: ['Africa/', 'Indian/'] },
  { name: 'Australia & Pacific', prefixes: ['Australia/', 'Pacific/', 'Antarctica/'] },
]

let known: TimeZoneRegion[] | null = null

/** Every zone the browser knows, by region. Worked out once, when first asked for. */
export function timeZoneRegions(): TimeZoneRegion[] {
  known ??= groupByRegion([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])])
  return known
}

function groupByRegion(names: string[]): TimeZoneRegion[] {
  const regionOf = (name: string) =>
    regions.find(({ prefixes }) => prefixes.some((prefix) => name.startsWith(prefix)))
  return regions.map((region) => ({
    value: region.name,
    items: names
      .filter((name) => regionOf(name) === region)
      .map(describeTimeZone)
      .toSorted(byLabel),
  }))
}

const byLabel = (one: TimeZone, other: TimeZone) => one.label.localeCompare(other.label)

export function describeTimeZone(value: string): TimeZone {
  const label = value.slice(value.indexOf('/') + 1).replaceAll('_', ' ')
  const offset = zoneName(value, 'shortOffset')
  const search = [
    value.replaceAll('_', ' '),
    value,
    offset,
    zoneName(value, 'longGeneric'),
    zoneName(value, 'short'),
  ]
  return { value, label, offset, search: search.join(' ').toLowerCase() }
}

const zoneName = (timeZone: string, timeZoneName: 'shortOffset' | 'longGeneric' | 'short') =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''
