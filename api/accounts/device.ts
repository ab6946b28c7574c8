import { networksOf } from '../server/requests.ts'

/** The first that fits: most browsers name others as well. */
const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const

const SYSTEMS = [
  ['an iPhone', /iPhone/],
  ['an iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['a Mac', /Macintosh/],
  ['a Chromebook', /CrOS/],
  ['Linux', /Linux/],
] as const

export function deviceOf(userAgent: string): string {
  const browser = firstFit(BROWSERS, userAgent)
  const system = firstFit(SYSTEMS, userAgent)
  if (browser === null) return 'Another program'
  return system === null ? browser : `${browser} on ${system}`
}

const firstFit = (table: readonly (readonly [string, RegExp])[], text: string): string | null =>
  table.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** Enough to tell home from elsewhere, and no more: 203.0.x.x, or 2001:db8:x. */
export function networkInWords(ip: string): string {
  const [network] = networksOf(ip)
  return network.includes('.')
    ? `${network.split('.').slice(0, 2).join('.')}.x.x`
    : `${network.split(':').slice(0, 2).join(':')}:x`
}
