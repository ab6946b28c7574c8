import type { FastifyRequest } from 'fastify'
import type { Asked } from '../../commands/accounts/account-history.ts'
import { networksOf } from '../server/requests.ts'
import type { Services } from '../server/services.ts'

export type SecurityEvent = {
  what:
    | 'sign-in'
    | 'link'
    | 'password change'
    | 'address change'
    | 'second factor'
    | 'second factor change'
    | 'request'
  outcome: 'succeeded' | 'failed' | 'locked' | 'asked' | 'refused' | 'too many'
  email?: string | undefined
}

/** One line at info. Account and network are keyed: a reader sees that two are the same, and no more. */
export function noteSecurity(
  { addressKey }: Pick<Services, 'addressKey'>,
  { ip, log, routeOptions }: FastifyRequest,
  { what, outcome, email }: SecurityEvent,
): void {
  const security = {
    what,
    outcome,
    route: routeOptions.url ?? 'unknown path',
    account: email === undefined ? null : addressKey(email),
    network: networkKey({ addressKey }, { ip }),
  }
  log.info({ security }, `${what}: ${outcome}`)
}

const networkKey = (
  { addressKey }: Pick<Services, 'addressKey'>,
  { ip }: Pick<FastifyRequest, 'ip'>,
): string => addressKey(networksOf(ip)[0])

const REFUSED = { 401: 'failed', 403: 'refused', 429: 'too many' } as const

/** A 401 only where somebody is signed in: that is a wrong current password. */
export function noteRefusal(
  services: Pick<Services, 'addressKey'>,
  request: FastifyRequest,
  status: keyof typeof REFUSED,
): void {
  if (status === 401 && !request.admin) return
  const email = request.admin?.email ?? emailIn(request.body)
  noteSecurity(services, request, { what: 'request', outcome: REFUSED[status], email })
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body)) return undefined
  return typeof body.email === 'string' ? body.email : undefined
}

export const askedBy = (services: Pick<Services, 'addressKey'>, request: FastifyRequest): Asked => ({
  id: request.commandId,
  receivedAt: request.receivedAt,
  network: networkKey(services, request),
})
