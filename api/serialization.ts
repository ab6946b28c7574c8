import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/** Of constants, so that one process may well serve several applications with them. No schema here refers to another by its name. */
const serializers = new WeakMap<TSchema, (value: unknown) => string>()

/** Made once for each schema of the contract: most routes answer with the same few, and to make one takes longer than to use it. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
  serializers.set(schema, serialize)
  return serialize
}
