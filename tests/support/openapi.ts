import { http } from './http.ts'

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = Record<string, Media>

export type Operation = {
  /** As in the list of all calls: `GET /admin/users/{id}`. */
  call: string
  summary?: string
  description?: string
  tags?: readonly string[]
  security?: readonly { admin: readonly string[] }[]
  requestBody?: { required?: boolean; content: Content }
  operationId?: string
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}

export type Document = {
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'call'>>>
}

/** With each named schema in its places. */
export async function openApiDocument(url: string): Promise<Document> {
  const { body } = await http(url).get('/docs/json')
  return inlined(body, body.components.schemas) as Document
}

function inlined(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return inlined(schemas[`${value.$ref}`.split('/').at(-1) ?? ''], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inlined(one, schemas)]))
}

/** Every operation of the document, in its order. */
export function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      call: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
    })),
  )
}

/** Each body and each answer of an operation, with its examples. */
export function examplesOf({ requestBody, responses }: Operation) {
  const contents = [
    ...(requestBody ? [['body', requestBody.content] as const] : []),
    ...Object.entries(responses).map(([status, { content = {} }]) => [status, content] as const),
  ]
  return contents.flatMap(([where, content]) =>
    Object.values(content).map(({ schema, example, examples = {} }) => ({
      where,
      schema,
      examples: [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ],
    })),
  )
}
