import { Ajv, type ErrorObject } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import type { TSchema } from 'typebox'
import { type Params, type RefusalCode, type Refused, refused } from '../../domain/refusal.ts'
import { isShape } from '../../domain/refusals/inputs.ts'

const OPTIONS = { verbose: true, strict: true, keywords: ['x-refusal', 'x-too-long', 'x-no-text'] }
const first = new Ajv(OPTIONS)
const all = new Ajv({ ...OPTIONS, allErrors: true })

/** A form has fewer values. What holds more hears of its first problem alone: to find all would cost seconds. */
const VALUES_MAX = 200

/**
 * Nothing is coerced: null is never 0. But what is in a URL is text, and a whole number there is one. Ajv keeps what it compiles,
 * here for the first request that needs it: most routes of a process never see one.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'body') {
    return (body: unknown) => {
      const validate = first.compile(schema)
      if (validate(body)) return { value: body }
      const isSmall = countValues(body, VALUES_MAX) < VALUES_MAX
      if (!isSmall) return { error: validate.errors ?? [] }
      const findAll = all.compile(schema)
      findAll(body)
      return { error: findAll.errors ?? [] }
    }
  }
  return (texts: Record<string, string>) => {
    const validate = first.compile(schema)
    const value = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, wholeNumberIn(text)]))
    return validate(value) ? { value } : { error: validate.errors ?? [] }
  }
}

function countValues(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) {
    count += countValues(inner, max - count)
    if (count >= max) return max
  }
  return count
}

const wholeNumberIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : text)

type Detail = { field: string; message: string; code: RefusalCode; params?: Params }

export const detailOf = (field: string, { error: message, ...said }: Refused): Detail => ({
  field,
  message,
  ...said,
})

export function validationProblem(errors: FastifySchemaValidationError[]): Refused & { details: Detail[] } {
  const problems = (errors as ErrorObject[]).map((error) => [fieldOf(error), refusedFor(error)] as const)
  return {
    ...(problems[0]?.[1] ?? refused('request-invalid')),
    details: problems.map(([field, answer]) => detailOf(field, answer)),
  }
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const path = instancePath.split('/').filter(Boolean)
  return [...path, ...(isMissing(params) ? [params.missingProperty] : [])].join('.') || 'body'
}

function refusedFor(error: ErrorObject): Refused {
  const { params, parentSchema } = error
  const schema = isMissing(params) ? parentSchema?.properties?.[params.missingProperty] : parentSchema
  const tooLong = error.keyword === 'maxLength' ? schema?.['x-too-long'] : undefined
  if (error.keyword === 'type' && params.type === 'array') return plainRefused(error)
  // Null may mean that there is none, so it hears of the length where one is asked for.
  const isNone = error.data === null && schema?.minLength > 0
  const noText = error.keyword === 'type' && !isNone ? schema?.['x-no-text'] : undefined
  return tooLong ?? noText ?? schema?.['x-refusal'] ?? innerRefused(schema) ?? plainRefused(error)
}

function plainRefused(error: ErrorObject): Refused {
  const field = fieldOf(error)
  const name = field === 'body' ? 'The request body' : field
  const { params, keyword } = error
  if (isMissing(params)) return refused('field-missing', { name })
  if (keyword === 'minProperties') return refused('field-empty', { name })
  return isShape(params.type)
    ? refused('wrong-shape', { name, shape: params.type })
    : refused('field-invalid', { name })
}

/** `anyOf` with null carries its refusal one level down. */
function innerRefused(schema: { anyOf?: { 'x-refusal'?: Refused }[] } | undefined): Refused | undefined {
  return schema?.anyOf?.map((inner) => inner['x-refusal']).find(Boolean)
}

const isMissing = (params: Record<string, unknown>): params is { missingProperty: string } =>
  typeof params.missingProperty === 'string'
