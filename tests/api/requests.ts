import fc from 'fast-check'

export type Request = { method: string; path: string; body: unknown; signedIn: boolean }

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
    Object.entries(methods).map(([method, operation]) => requestTo(method.toUpperCase(), path, operation)),
  )
  return fc.oneof(...operations)
}

function requestTo(method: string, pattern: string, operation: Operation): fc.Arbitrary<Request> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return fc.record({
    method: fc.constant(method),
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
function valueFor(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return hostileValue
  return fc.oneof({ arbitrary: fitting(schema), weight: 9 }, { arbitrary: hostileValue, weight: 1 })
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor))
  if (schema.type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, valueFor(inner)])
    return fc.record(Object.fromEntries(entries), { requiredKeys: [] })
  }
  if (schema.type === 'array') return fc.array(valueFor(schema.items), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer({ min: -1, max: 25 }), year)
  return text
}

const year = fc.integer({ min: 1989, max: 2101 })

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom('Ann', 'ann@example.com', 'Europe/Berlin', '2027-05-01T12:00', 'Reds', 'Sunny-Horse-7'),
  fc.constantFrom(...HOSTILE_TEXTS),
)
