import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'

type Known = { path: RegExp; names: readonly string[] }

const KNOWN: readonly Known[] = [
  { path: /^\/$/, names: ['season'] },
  ...Object.entries<Endpoint>(endpoints).flatMap(([call, { access, querystring }]): Known[] => {
    const [, path] = /^GET (.+)$/.exec(call) ?? []
    if (path === undefined || access !== 'public') return []
    const names = Object.keys((querystring as { properties?: object } | undefined)?.properties ?? {})
    return [{ path: new RegExp(`^/api${path.replace(/{\w+}/g, '[^/]+').replaceAll('.', '\\.')}$`), names }]
  }),
]

/** Without the query that a public answer does not depend on: no visitor makes answers of their own by it. */
export function knownAddress(url: string): string {
  // The router ends a path at both.
  const end = url.search(/[?#]/)
  if (end === -1) return url
  const path = url.slice(0, end)
  const known = KNOWN.find((one) => one.path.test(path))
  if (known === undefined) return url
  const asked = new URLSearchParams(url.slice(end + 1))
  const query = known.names.flatMap((name) =>
    asked.getAll(name).map((value): [string, string] => [name, value]),
  )
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}
