import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v5 as uuidv5 } from 'uuid'
import { Refusal } from '../../domain/refusal.ts'
import type { IdKind } from '../../platform/database/ids.ts'
import { StreamTombstoned } from '../../platform/event-store/event-store.ts'
import { lastIds } from '../../projections/now/last-ids.ts'
import { callerOf } from '../accounts/access.ts'
import type { Services } from '../server/services.ts'
import {
  claimKey,
  forgetDrawnId,
  forgetKey,
  type KeptAnswer,
  keepAnswer,
  keepDrawnId,
  type OwnClaim,
  releaseKey,
} from './idempotency-rows.ts'

export const IDEMPOTENCY_KEY = 'Idempotency-Key'

declare module 'fastify' {
  interface FastifyRequest {
    claim: OwnClaim | null
  }
}

export function takesKey(method: unknown, url = ''): boolean {
  const path = url.replace('/api', '')
  return method === 'POST' && (path.startsWith('/admin/') || path === '/picks/:token')
}

/** A request with a key that has been used gets the first answer again. */
export function handleIdempotencyKeys(api: FastifyInstance, services: Uses, secret: string): void {
  api.decorateRequest('claim', null)
  api.addHook('onRoute', (route) => {
    if (!takesKey(route.method, route.url)) return
    route.preValidation = [claim, route.preValidation ?? []].flat()
    route.onSend = [keepFirstAnswer, route.onSend ?? []].flat()
  })

  async function claim(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    const asked = { caller: nameOf(request), key: checkedKey(key), request: textOf(request) }
    const claim = await claimKey(services.privateSchema, secret, asked, request.receivedAt)
    if (claim.outcome === 'answered') return answerAgain(reply, claim.answer)
    if (claim.outcome === 'under_way') throw new Refusal('key-under-way')
    if (claim.outcome === 'other_request') throw new Refusal('key-used')
    request.claim = claim
    // Should this process end in the middle, the next attempt is the same command, and appends nothing twice.
    request.commandId = uuidv5(`${asked.request}\n${claim.keyHash}`, COMMANDS)
  }

  async function keepFirstAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
    const { claim } = request
    if (!claim) return
    request.claim = null
    const { privateSchema, clock } = services
    const status = reply.statusCode
    const outcome = isDoubtful(status)
      ? releaseKey(privateSchema, claim, clock.now())
      : isForgotten(request, status)
        ? forgetKey(privateSchema, claim)
        : keepAnswer(privateSchema, claim, { status, body: typeof payload === 'string' ? payload : '' })
    // The command is done: that nobody can ask again until the lease is over is no reason to say otherwise.
    await outcome.catch((err: unknown) => request.log.error({ err }, 'the first answer is not kept'))
  }
}

type Uses = Pick<Services, 'privateSchema' | 'clock'>

const COMMANDS = '7a0e4c52-5b0d-4f0e-9d62-0d5c1f6f4b8e'

const isDoubtful = (status: number) => status >= 500

const isForgotten = ({ admin }: FastifyRequest, status: number) =>
  [401, 403, 429].includes(status) || (admin === null && status === 404)

/** The id is the one that an attempt with its key has drawn before. */
export const underNewId = <T>(
  services: Drawing,
  request: Pick<FastifyRequest, 'claim'>,
  kind: IdKind,
  create: (id: number) => Promise<T>,
): Promise<T> => retryWithFreeId(services, request, async () => create(await drawId(services, request, kind)))

/** Tries with other ids where one is in use: the database may be older than the log. */
export async function retryWithFreeId<T>(
  services: Drawing,
  request: Pick<FastifyRequest, 'claim'>,
  create: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await create()
    } catch (error) {
      if (!isIdInUse(error) && !(error instanceof StreamTombstoned)) throw error
      await services.ids.raise(await lastIds(services.read))
      if (request.claim) await forgetDrawnId(services.privateSchema, request.claim)
    }
  }
}

const isIdInUse = (error: unknown) => error instanceof Refusal && error.code === 'id-in-use'

type Drawing = Pick<Services, 'ids' | 'privateSchema' | 'read'>

async function drawId(
  { ids, privateSchema }: Drawing,
  { claim }: Pick<FastifyRequest, 'claim'>,
  kind: IdKind,
): Promise<number> {
  const drawn = await ids.next(kind)
  return claim ? keepDrawnId(privateSchema, claim, drawn) : drawn
}

function checkedKey(key: string | string[]): string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Refusal('key-invalid')
}

function nameOf(request: FastifyRequest): string {
  const { access, operator } = request.routeOptions.config
  if (access === 'public') return `link ${(request.params as { token: string }).token}`
  return operator && !request.admin ? 'operator' : `admin ${callerOf(request).adminId}`
}

const textOf = ({ method, url, body }: FastifyRequest) => JSON.stringify([method, url, body ?? null])

const answerAgain = (reply: FastifyReply, { status, body }: KeptAnswer) =>
  reply.code(status).type('application/json; charset=utf-8').send(body)
