import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const serializers = new WeakMap<TSchema, (value: unknown) => string>()

/**
 * Made once for each schema in a process, as validators are: tests start hundreds of applications. Schemas are constants of the contract,
 * and none refers to another by its name.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
  serializers.set(schema, serialize)
  return serialize
}
