import { isDeepStrictEqual } from 'node:util'
import { mayBeLeftOut } from '../contract/endpoint.ts'
import { Instant } from '../contract/schema.ts'

type Schema = {
  $ref?: string
  type?: string
  title?: string
  description?: string
  format?: string
  required?: readonly string[]
  minProperties?: number
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Call = {
  operationId: string
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  paths?: Record<string, Record<string, Call>>
  components?: { schemas?: Record<string, Schema> }
}

const JSON_TYPE = 'application/json'

/** Of a call, such as `POST /admin/users`: that of its body, and those of its answers by status. */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const VALUES: ReadonlySet<string> = new Set(['examples', 'enum', 'const', 'default'])

/** Names the schemas by their title or their first call, and corrects what the generator does not know: optional bodies, instants. */
export function withComponents<Generated extends object>(
  generated: Generated,
  examples: Examples,
): Generated {
  const { paths = {}, components = {} } = generated as Document
  const schemas: Record<string, Schema> = {}
  const names = new Map<string, string>()

  const named = (schema: Schema, name: string): Schema => {
    const text = JSON.stringify(schema)
    const known = names.get(text) ?? name
    if (known === name && schemas[name] !== undefined && !isDeepStrictEqual(schemas[name], schema)) {
      throw new Error(`Two schemas of the API are called ${name}`)
    }
    names.set(text, known)
    schemas[known] = schema
    return { $ref: `#/components/schemas/${known}` }
  }
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    if (typeof value !== 'object' || value === null) return value
    const schema = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, VALUES.has(key) ? part : inner(part)]),
    ) as Schema
    if (schema.type === 'string' && schema.description === (Instant as Schema).description)
      schema.format = 'date-time'
    if (typeof schema.title !== 'string') return schema
    return named(schema, schema.title)
  }
  const complete = (content: Content | undefined, name: string, example: unknown) => {
    for (const [type, media] of Object.entries(content ?? {})) {
      if (example !== undefined) media.example = example
      if (type !== JSON_TYPE || !media.schema) continue
      const schema = inner(media.schema) as Schema
      media.schema = schema.$ref === undefined ? named(schema, name) : schema
    }
  }

  for (const [path, calls] of Object.entries(paths)) {
    for (const [method, { operationId, requestBody, responses }] of Object.entries(calls)) {
      const shown = examples[`${method.toUpperCase()} ${path.replace('/api', '')}`] ?? {}
      const call = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}`
      const body = requestBody?.content[JSON_TYPE]?.schema
      if (requestBody && body) requestBody.required = !mayBeLeftOut(body)
      complete(requestBody?.content, `${call}Body`, shown.body)
      for (const [status, { content }] of Object.entries(responses)) {
        complete(content, status < '300' ? `${call}Answer` : `${call}Answer${status}`, shown[status])
      }
    }
  }
  return { ...generated, components: { ...components, schemas } }
}
