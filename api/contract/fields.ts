import type { Endpoint } from './endpoint.ts'
import { type EndpointName, endpoints } from './endpoints.ts'

type Limits = {
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/** What a form knows of a field before it is sent. Lengths are in characters; the sentences are what the server would answer. */
export type Field = Limits & { required: boolean; sentence?: string; tooLong?: string }

type Schema = Limits & {
  'x-sentence'?: string
  'x-too-long'?: string
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/** The fields of a body by name, as data: the build of the client takes them along, and no schema. */
export function fieldsOf(name: EndpointName): Record<string, Field> {
  const { body }: Endpoint = endpoints[name]
  const { properties = {}, required = [] } = (body ?? {}) as Schema
  const fields = Object.entries(properties).map(([field, schema]) => {
    const { anyOf, ...own } = schema
    const { minLength, maxLength, minimum, maximum, pattern, ...words } = anyOf?.[0] ?? own
    const limits = { minLength, maxLength, minimum, maximum, pattern }
    const sentences = { sentence: words['x-sentence'], tooLong: words['x-too-long'] }
    return [field, withoutGaps({ required: required.includes(field), ...limits, ...sentences })]
  })
  return Object.fromEntries(fields)
}

const withoutGaps = (field: object) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined))
