import fc from 'fast-check'

export type Request = {
  method: string
  /** As the description names it. */
  pattern: string
  path: string
  body: unknown
  signedIn: boolean
}

type Schema = Record<string, unknown> & {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Any request that the description allows, and as many that it does not. */
export function anyRequest(paths: Record<string, Record<string, Operation>>): fc.Arbitrary<Request> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      arbitrary: requestTo(method.toUpperCase(), path, operation),
      weight: RARE.has(path) ? 1 : WHOLE_LOG.has(path) ? 8 : 40,
    })),
  )
  return fc.oneof(...operations)
}

/** Every operation of the description, as `GET /api/health`. */
export const operationsOf = (paths: Record<string, Record<string, Operation>>): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** These take away what all other requests are about. */
const RARE = new Set(['/api/admin/seed/clear-test-data', '/api/admin/seed/seed-test-data'])

/** These read everything that ever happened, which is more with each request: at full weight they take half of the time. */
const WHOLE_LOG = new Set(['/api/admin/history.csv', '/api/admin/operations/export'])

function requestTo(method: string, pattern: string, operation: Operation): fc.Arbitrary<Request> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return fc.record({
    method: fc.constant(method),
    pattern: fc.constant(pattern),
    path: fc
      .tuple(...names.map(() => pathPart))
      .map((parts) =>
        parts.reduce((path, part) => path.replace(/\{\w+\}/, () => encodeURIComponent(part)), pattern),
      ),
    body:
      method === 'GET'
        ? fc.constant(undefined)
        : fc.oneof({ arbitrary: valueFor(schema), weight: 3 }, { arbitrary: hostileValue, weight: 1 }),
    signedIn: fc.oneof(
      { arbitrary: fc.constant(true), weight: 4 },
      { arbitrary: fc.constant(false), weight: 1 },
    ),
  })
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop schema log cascade; --",
  '{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '\r\nBcc: everybody@example.com',
  '🏆'.repeat(60),
  'x'.repeat(5_000),
  '2027-02-30T25:61',
  '-1',
  '9007199254740993',
  '1e309',
  'NaN',
]

const pathPart = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 20 }).map(String), weight: 6 },
  {
    arbitrary: fc.constantFrom(...HOSTILE_TEXTS.filter((text) => text !== '' && text.isWellFormed())),
    weight: 2,
  },
)

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, [], {}, [[[[]]]], { __proto__: { admin: true } }),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.anything({ maxDepth: 3 }).filter((value) => JSON.stringify(value) !== undefined),
  fc.dictionary(
    fc.constantFrom('name', 'email', 'picks', 'constructor', '__proto__'),
    fc.anything({ maxDepth: 1 }),
  ),
)

/** Mostly what the schema asks for; now and then something else in its place. */
function valueFor(schema: Schema | undefined, name = ''): fc.Arbitrary<unknown> {
  if (!schema) return hostileValue
  return fc.oneof({ arbitrary: fitting(schema, name), weight: 15 }, { arbitrary: hostileValue, weight: 1 })
}

function fitting(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((inner) => valueFor(inner, name)))
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, valueFor(inner, key)])
    const fields = Object.fromEntries(entries)
    return fc.oneof(
      { arbitrary: fc.record(fields), weight: 3 },
      { arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 1 },
    )
  }
  if (schema.type === 'array') return fc.array(valueFor(schema.items, name), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number')
    return /year/i.test(name) ? year : fc.integer({ min: -1, max: 25 })
  const fits = LIKELY.find(([names]) => names.test(name))?.[1]
  if (fits === undefined) return text
  return fc.oneof({ arbitrary: fc.constantFrom(...fits), weight: 3 }, { arbitrary: text, weight: 1 })
}

/** What gets past the first look at a field, by its name, so that the rules behind it are asked as well. */
const LIKELY: readonly [names: RegExp, values: readonly string[]][] = [
  [/zone/i, ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']],
  [/lockTime/, ['2030-05-01T12:00', '2030-03-10T02:30', '2030-05-01T12:00:00Z', '2000-01-01T00:00']],
  [/email$/i, ['ann@example.com', 'eve@example.com', '']],
  [/teams?$/i, ['Reds', 'Blues', 'Greens', 'reds']],
  [/^picks$/, ['Reds', 'Dune', 'Blues']],
  [/Time$/, ['09:30', '23:59:59']],
]

const year = fc.integer({ min: 1989, max: 2101 })

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('Ann', 'ann@example.com', 'Europe/Berlin', '2027-05-01T12:00', 'Reds', 'Sunny-Horse-7'),
  fc.constantFrom(...HOSTILE_TEXTS),
)
