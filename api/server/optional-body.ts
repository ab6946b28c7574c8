import type { FastifyRequest } from 'fastify'

/** For a call that makes sense without a body, although it can have one. */
export async function bodyOrNone(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
