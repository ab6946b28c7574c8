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
  examples?: unknown
}
type Content = Record<string, { schema?: Schema }>
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

/** What they hold is no schema. */
const VALUES: ReadonlySet<string> = new Set(['examples', 'enum', 'const', 'default'])

/**
 * Names the schemas of bodies and answers, so that generated clients have names for them: by their title, or by the first call
 * that has them. The generator calls every body required, and knows no instants.
 */
export function withComponents<Generated extends object>(generated: Generated): Generated {
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
    // The same schema inside of another one has its examples with it.
    const { examples: _, ...bare } = schema
    return named(bare, schema.title)
  }
  const nameIn = (content: Content | undefined, name: string) => {
    const media = content?.[JSON_TYPE]
    if (!media?.schema) return
    const schema = inner(media.schema) as Schema
    media.schema = schema.$ref === undefined ? named(schema, name) : schema
  }

  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap((calls) =>
    Object.values(calls),
  )) {
    const call = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}`
    const body = requestBody?.content[JSON_TYPE]?.schema
    if (requestBody && body) requestBody.required = !mayBeLeftOut(body)
    nameIn(requestBody?.content, `${call}Body`)
    for (const [status, { content }] of Object.entries(responses)) {
      nameIn(content, status < '300' ? `${call}Answer` : `${call}Answer${status}`)
    }
  }
  return { ...generated, components: { ...components, schemas } }
}
