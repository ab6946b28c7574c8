import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type PlainCode, Refusal, type RefusalKind, refused } from '../../domain/refusal.ts'
import { DiskFull } from '../../platform/database/database.ts'
import { LockNotTaken } from '../../platform/database/locks.ts'
import {
  EventStoreRefused,
  EventStoreUnavailable,
  StreamTombstoned,
} from '../../platform/event-store/event-store.ts'
import { StreamContended } from '../../platform/event-store/transact.ts'
import { hasAppended } from '../../platform/request-scope.ts'
import { detailOf, validationProblem } from './validation.ts'

export const REFUSAL_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  not_found: 404,
  gone: 410,
  wrong_state: 409,
  taken: 409,
  not_allowed: 403,
  not_proven: 401,
  outdated: 409,
  key_used: 422,
  too_many: 429,
  busy: 503,
  unavailable: 503,
  mail_refused: 502,
  bug: 500,
}

const RETRY_AFTER_SECONDS: Partial<Record<RefusalKind, number>> = { busy: 5, unavailable: 60 }

const BY_FASTIFY: Record<string, PlainCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'json-invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body-empty',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body-not-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request-too-large',
  FST_ERR_BAD_URL: 'address-invalid',
  FST_ERR_MAX_PARAM_LENGTH: 'address-too-long',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request-incomplete',
}

/** Turns what was thrown into `{ error, code }`. A bug stays in the log, under the request's id. */
export function answerProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.validation) return reply.code(400).send(validationProblem(error.validation))
  if (!(error instanceof Refusal) && error.statusCode && error.statusCode < 500) {
    return reply.code(error.statusCode).send(refused(BY_FASTIFY[error.code] ?? 'request-invalid'))
  }
  const refusal = error instanceof Refusal ? error : refusalFor(error, request)
  const retryAfterSeconds = RETRY_AFTER_SECONDS[refusal.kind]
  if (retryAfterSeconds && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  return reply.code(REFUSAL_STATUS[refusal.kind]).send(answerOf(refusal))
}

function answerOf({ answer, field, code, kind, params }: Refusal) {
  return {
    ...answer,
    ...(field && { details: [detailOf(field, answer)] }),
    ...(code === 'picks-locked' && { locked: true, ...params }),
    ...(kind === 'outdated' && { outdated: true }),
  }
}

/** Only the streams of people are ever closed. */
function refusalFor(error: FastifyError, request: FastifyRequest): Refusal {
  if (error instanceof StreamTombstoned) return new Refusal('person-erased')
  if (error instanceof EventStoreRefused) {
    // Everybody is refused until somebody gives the account its rights: one line each, without a stack.
    request.log.error({ reason: error.message }, 'request failed')
    return new Refusal(hasAppended() ? 'log-refuses-rest' : 'log-refuses')
  }
  request.log.error({ err: error }, 'request failed')
  if (error instanceof DiskFull) return new Refusal('disk-full')
  if (BUSY.some((busy) => error instanceof busy) || isDatabaseAway(error)) return new Refusal('database-away')
  if (error instanceof EventStoreUnavailable) {
    const mayBeSaved = error.mayBeDone || hasAppended()
    if (request.method === 'GET') return new Refusal('log-away')
    return new Refusal(mayBeSaved ? 'log-away-maybe-saved' : 'log-away-nothing-saved')
  }
  return new Refusal('server-failed', { reference: request.id })
}

const BUSY = [StreamContended, LockNotTaken]

export function answerUnknownPath({ method, url }: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send(refused('path-unknown', { method, path: url.split('?')[0] ?? '' }))
}

/** What pg says without a code. */
const AWAY =
  /Connection terminated|timeout exceeded when trying to connect|one connection was not free|not queryable|timeout expired|Query read timeout/

/** Connection errors of Node, and Postgres' classes 08 (connection), 53 (resources) and 57 (shutdown). */
function isDatabaseAway({ code = '', message }: { code?: string; message: string }): boolean {
  return /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|08|53|57P)/.test(code) || AWAY.test(message)
}
