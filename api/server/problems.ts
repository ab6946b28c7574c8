import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PickClosed, PickLocked, Refusal, type RefusalCode } from '../../domain/refusal.ts'
import { DiskFull } from '../../platform/database/database.ts'
import { LockNotTaken } from '../../platform/database/locks.ts'
import {
  EventStoreRefused,
  EventStoreUnavailable,
  StreamTombstoned,
} from '../../platform/event-store/event-store.ts'
import { StreamContended } from '../../platform/event-store/transact.ts'
import { hasAppended } from '../../platform/request-scope.ts'
import { validationProblem } from './validation.ts'

const REFUSAL_STATUS: Record<RefusalCode, number> = {
  invalid: 400,
  not_found: 404,
  wrong_state: 409,
  taken: 409,
  too_many: 429,
  not_allowed: 403,
  not_proven: 401,
  outdated: 409,
  busy: 503,
  pick_closed: 403,
  pick_locked: 403,
}

const statusOf = (refusal: Refusal) =>
  refusal instanceof PickClosed && refusal.because === 'link_replaced' ? 410 : REFUSAL_STATUS[refusal.code]

/** A refusal that only HTTP knows, with a sentence for the person who asked; `field` is of the body. */
export class HttpRefusal extends Error {
  readonly status: number
  readonly field: string | undefined

  constructor(status: number, sentence: string, field?: string) {
    super(sentence)
    this.name = 'HttpRefusal'
    this.status = status
    this.field = field
  }
}

export class TooBusy extends HttpRefusal {
  constructor(sentence: string) {
    super(503, sentence)
  }
}

const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_BAD_URL: 'The address is not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request is incomplete',
}

/** Only the streams of people are ever closed. */
const GONE = 'This person was erased'

const UNAVAILABLE = 'The server cannot reach its database right now. Please try again in a moment'

const LOG_AWAY = 'The server cannot reach its event log right now'
export const LOOK_AGAIN = `${LOG_AWAY}. Please try again in a moment`
export const NOTHING_SAVED = `${LOG_AWAY}, and nothing was saved. Please try again in a moment`
const MAY_BE_SAVED = `${LOG_AWAY}, and this may or may not be saved. Please check before you try again`

const LOG_REFUSES =
  'The event log refuses the account of this server, and nothing was saved. Please tell the person who runs the server'
const LOG_REFUSES_THE_REST =
  'The event log refuses the account of this server, and only a part was saved. Please tell the person who runs the server'

const BUSY = [StreamContended, LockNotTaken]

const NO_ROOM =
  'The disk of the server is full, and nothing was saved. Please tell the person who runs the server'

/** Turns what was thrown into `{ error }`. A bug stays in the log, under the request's id. */
export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    const locked = error instanceof PickLocked ? { locked: true, roundId: error.roundId } : {}
    const outdated = error.code === 'outdated' ? { outdated: true } : {}
    return reply.code(statusOf(error)).send({ ...sentenceOf(error), ...locked, ...outdated })
  }
  if (error instanceof HttpRefusal) {
    if (error instanceof TooBusy) reply.header('retry-after', '5')
    return reply.code(error.status).send(sentenceOf(error))
  }
  if (error instanceof StreamTombstoned) return reply.code(404).send({ error: GONE })
  if (error.validation) return reply.code(400).send(validationProblem(error.validation))
  if (error.statusCode && error.statusCode < 500) {
    return reply.code(error.statusCode).send({ error: SENTENCES[error.code] ?? 'The request is not valid' })
  }
  if (error instanceof EventStoreRefused) {
    // Everybody is refused until somebody gives the account its rights: one line each, without a stack.
    request.log.error({ reason: error.message }, 'request failed')
    return reply
      .code(503)
      .header('retry-after', '60')
      .send({ error: hasAppended() ? LOG_REFUSES_THE_REST : LOG_REFUSES })
  }
  request.log.error({ err: error }, 'request failed')
  if (error instanceof DiskFull) return reply.code(503).send({ error: NO_ROOM })
  if (BUSY.some((busy) => error instanceof busy) || isDatabaseAway(error)) {
    return reply.code(503).header('retry-after', '5').send({ error: UNAVAILABLE })
  }
  if (error instanceof EventStoreUnavailable) {
    const mayBeSaved = error.mayBeDone || hasAppended()
    const sentence = request.method === 'GET' ? LOOK_AGAIN : mayBeSaved ? MAY_BE_SAVED : NOTHING_SAVED
    return reply.code(503).header('retry-after', '5').send({ error: sentence })
  }
  return reply.code(500).send({
    error: `Something went wrong on the server. Please try again later (reference ${request.id})`,
  })
}

const sentenceOf = ({ message, field }: Refusal | HttpRefusal) => ({
  error: message,
  ...(field && { details: [{ field, message }] }),
})

export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ error: `There is nothing at ${request.method} ${request.url.split('?')[0]}` })
}

/** What pg says without a code. */
const AWAY =
  /Connection terminated|timeout exceeded when trying to connect|one connection was not free|not queryable|timeout expired|Query read timeout/

/** Connection errors of Node, and Postgres' classes 08 (connection), 53 (resources) and 57 (shutdown). */
function isDatabaseAway({ code = '', message }: { code?: string; message: string }): boolean {
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|53|57P)/.test(code) || AWAY.test(message)
}
