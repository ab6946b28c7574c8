import type { Refused } from '../../domain/refusal.ts'
import type { Endpoint } from './endpoint.ts'
import { type BodyOf, type EndpointName, endpoints } from './endpoints.ts'

type Limits = {
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
}

/**
 * What a form knows of a field before it is sent, of a list what it knows of each entry. Lengths are in characters; the
 * sentences are what the server would answer.
 */
export type Field = Limits & { required: boolean; list?: true; sentence?: string; tooLong?: string }

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>

type Schema = Limits & {
  'x-refusal'?: Refused
  'x-too-long'?: Refused
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/** The fields of a body by name, as data: the build of the client writes them in its place, and takes no schema along. */
export function fieldsOf<Name extends EndpointName>(
  name: Name,
): Fields<keyof NonNullable<BodyOf<Name>> & string>
export function fieldsOf(name: EndpointName): Fields {
  const { body }: Endpoint = endpoints[name]
  const { properties = {}, required = [] } = (body ?? {}) as Schema
  const fields = Object.entries(properties).map(([field, schema]) => {
    const { items, ...own } = schema.anyOf?.[0] ?? schema
    const { minLength, maxLength, minimum, maximum, pattern, ...words } = items ?? own
    const limits = { minLength, maxLength, minimum, maximum, pattern }
    const sentences = { sentence: words['x-refusal']?.error, tooLong: words['x-too-long']?.error }
    const list = items && true
    return [field, withoutGaps({ required: required.includes(field), list, ...limits, ...sentences })]
  })
  return Object.fromEntries(fields)
}

const withoutGaps = (field: object) =>
  Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined))
