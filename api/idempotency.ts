import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { later } from '#platform/clock'
import { HttpRefusal } from './problems.ts'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its answer is kept under this key for whoever repeats it; null for most requests. */
    idempotencyKey: { caller: string; key_hash: string } | null
    /** Something was decided: if the request fails now, nobody knows whether it was saved. */
    hasDecided: boolean
  }
}

const HEADER = 'idempotency-key'
const KEPT_MS = 24 * 3_600_000

/** From the IETF draft: visible ASCII. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Every POST of the admin API, and a pick. */
export const takesIdempotencyKey = (method: string | string[], url: string): boolean =>
  method === 'POST' && /^\/api\/(admin|picks)\//.test(url)

/**
 * A request that is repeated with the same `Idempotency-Key` within a day gets the first answer again, and nothing happens
 * twice, whichever process is asked. What failed for now is forgotten, so that it can be tried again.
 */
export function keepAnswers(api: FastifyInstance, services: Services): void {
  const { vault, log } = services
  api.decorateRequest('idempotencyKey', null)
  api.decorateRequest('hasDecided', false)
  api.addHook('onRoute', (route) => {
    if (!takesIdempotencyKey(route.method, route.url)) return
    route.preHandler = [...[route.preHandler ?? []].flat(), claim]
    route.preSerialization = [...[route.preSerialization ?? []].flat(), keep]
  })

  async function claim(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers[HEADER]
    if (key === undefined) return
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new HttpRefusal(400, 'Idempotency-Key must be 1 to 255 visible characters of ASCII')
    }
    const caller = callerOf(request)
    const id = { caller, key_hash: hashOf(key) }
    const request_hash = hashOf(`${request.url} ${JSON.stringify(request.body ?? null)}`)
    const { receivedAt } = request
    await vault
      .deleteFrom('idempotency_keys')
      .where('claimed_at', '<=', later(receivedAt, -KEPT_MS))
      .execute()
    const claimed = await vault
      .insertInto('idempotency_keys')
      .values({ ...id, request_hash, claimed_at: receivedAt, status: null, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 1n) {
      request.idempotencyKey = id
      return
    }
    const first = await vault
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'status', 'answer'])
      .where((eb) => eb.and(id))
      .executeTakeFirst()
    if (first && first.request_hash !== request_hash) {
      throw new HttpRefusal(422, 'This Idempotency-Key was used for another request')
    }
    if (!first?.status || first.answer === null) {
      throw new HttpRefusal(
        409,
        'The first request with this Idempotency-Key has not been answered. Try again in a moment. If this stays so, look whether it was carried out',
      )
    }
    return reply.code(first.status).send(JSON.parse(first.answer))
  }

  /** The answer goes out even when it cannot be kept: the key then stays claimed. */
  async function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const id = request.idempotencyKey
    if (id === null) return payload
    const { statusCode: status } = reply
    const isFinal = status < 500 && !NOT_KEPT.includes(status)
    const nobodyKnows = status >= 500 && request.hasDecided
    if (nobodyKnows) return payload
    const done = isFinal
      ? vault
          .updateTable('idempotency_keys')
          .set({ status, answer: JSON.stringify(payload) })
          .where((eb) => eb.and(id))
      : vault.deleteFrom('idempotency_keys').where((eb) => eb.and(id))
    await done.execute().catch((err: unknown) => log.warn({ err }, 'an answer could not be kept'))
    return payload
  }
}

const NOT_KEPT = [401, 403, 429]

/** The proof that a link carries is not kept, only its hash. */
function callerOf({ admin, params }: FastifyRequest): string {
  if (admin) return `admin-${admin.id}`
  const { token } = params as { token?: string }
  return token === undefined ? 'operator' : `link-${hashOf(token)}`
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
