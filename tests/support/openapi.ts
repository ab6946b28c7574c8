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
  responses: Record<string, { description: string; content: Content }>
}

export type Document = {
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Omit<Operation, 'call'>>>
}

export async function openApiDocument(url: string): Promise<Document> {
  return (await http(url).get('/docs/json')).body
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
    ...Object.entries(responses).map(([status, { content }]) => [status, content] as const),
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
