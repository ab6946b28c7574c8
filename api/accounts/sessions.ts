import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v4 as uuidv4 } from 'uuid'
import { type Proven, recordSignIn } from '../../commands/accounts/account-history.ts'
import { hasPassword, sessionEpoch } from '../../commands/accounts/credentials.ts'
import { hasFactor } from '../../commands/accounts/second-factor-rows.ts'
import { beginSession, findSession, noteUse } from '../../commands/accounts/session-rows.ts'
import { issueToken } from '../../commands/accounts/tokens.ts'
import type { CommandServices } from '../../commands/services.ts'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { SessionRow } from '../../platform/database/private-schema.ts'
import { later } from '../../platform/time/clock.ts'
import { findDocument } from '../../projections/read-models/find-documents.ts'
import type { SignedIn, SignInStep } from '../contract/auth.ts'
import type { Services } from '../server/services.ts'
import { deviceOf, networkInWords } from './device.ts'
import { askedBy, noteSecurity } from './security-log.ts'

export type AccountServices = CommandServices & Pick<Services, 'settings' | 'log'>

export const ISSUER = 'go-make-your-picks'
export const AUDIENCE = 'go-make-your-picks/admin'

/** Sent by a page that refreshes itself while nobody touches it: such a request does not keep the session alive. */
const UNATTENDED = 'x-unattended'

/** What a token says. Who may do what follows from the current state, not from these claims. */
type Claims = {
  adminId: number
  email: string
  isMainAdmin: boolean
  jti: string
}

declare module 'fastify' {
  interface FastifyRequest {
    session: SessionRow | null
  }
}

/** The epoch is as of when the proof was looked at: a change that came since ends the session. */
type Proof = Proven & { epoch: number }

/** After a password or a link: a session, or a challenge where the account has two-step sign-in. */
export async function startSignIn(
  app: FastifyInstance,
  services: AccountServices,
  request: FastifyRequest,
  admin: PresentAdmin,
  { by, epoch }: Pick<Proof, 'by' | 'epoch'>,
): Promise<SignInStep> {
  const { adminId, email } = admin
  if (!(await hasFactor(services.privateSchema, adminId))) {
    if (by === 'password') noteSecurity(services, request, { what: 'sign-in', outcome: 'succeeded', email })
    return startSession(app, services, request, admin, { by, epoch })
  }
  noteSecurity(services, request, { what: 'second factor', outcome: 'asked', email })
  const holder = { adminId, epoch }
  const { token } = await issueToken(services.privateSchema, `code-after-${by}`, holder, request.receivedAt)
  return { secondFactorRequired: true, challenge: token }
}

export async function startSession(
  app: FastifyInstance,
  services: AccountServices,
  request: FastifyRequest,
  admin: PresentAdmin,
  proof: Proof,
): Promise<SignedIn> {
  const { adminId, name, email, isMain, status } = admin
  const isEveryProof = proof.by === 'password' || !(await hasPassword(services.privateSchema, adminId))
  const proven = { epoch: proof.epoch, provenAt: isEveryProof ? request.receivedAt : null }
  const token = await openSession(app, services, request, admin, proven)
  await recordSignIn(services, askedBy(services, request), adminId, proof)
  return {
    token,
    admin: { id: adminId, name, email, isMainAdmin: isMain, mustChangePassword: status === 'must_set_up' },
  }
}

async function openSession(
  app: FastifyInstance,
  { privateSchema, settings }: AccountServices,
  { ip, headers, receivedAt }: FastifyRequest,
  { adminId, email, isMain }: PresentAdmin,
  { epoch, provenAt }: { epoch: number; provenAt: Instant | null },
): Promise<string> {
  const jti = uuidv4()
  const from = { device: deviceOf(headers['user-agent'] ?? ''), network: networkInWords(ip) }
  const session = { id: jti, admin_id: adminId, epoch, proven_at: provenAt, ...from }
  await beginSession(privateSchema, session, receivedAt, settings.jwtExpirySeconds)
  const claims: Claims = { adminId, email, isMainAdmin: isMain, jti }
  return app.jwt.sign(claims)
}

/** A token in place of the one that a change of the own account has ended. Throws Refusal 401 where something else ended it too. */
export async function renewToken(
  app: FastifyInstance,
  services: AccountServices,
  request: FastifyRequest,
  admin: PresentAdmin,
  provenAt: Instant | null = sessionOf(request).proven_at,
): Promise<string> {
  const epoch = sessionOf(request).epoch + 1
  if ((await sessionEpoch(services.privateSchema, admin.adminId)) !== epoch)
    throw new Refusal('session-ended')
  return openSession(app, services, request, admin, { epoch, provenAt })
}

const FRESH_MS = 10 * 60_000

/** Whether the admin has shown everything that the account asks for a moment ago, and need not show it again. */
export function isFreshlyProven(request: FastifyRequest): boolean {
  const { proven_at } = sessionOf(request)
  return proven_at !== null && proven_at > later(request.receivedAt, -FRESH_MS)
}

export function sessionOf({ session }: { session: SessionRow | null }): SessionRow {
  if (!session) throw new Error('This route is not guarded')
  return session
}

/** Throws Refusal 401. A token dies with a change of the address even when a crash came before the sessions were ended. */
export async function authenticate(
  app: FastifyInstance,
  { read, privateSchema, settings, log }: AccountServices,
  request: FastifyRequest,
): Promise<{ admin: PresentAdmin; session: SessionRow & { has_factor: boolean } }> {
  const { authorization = '', [UNATTENDED]: unattended } = request.headers
  const [, token] = /^Bearer ([\w.-]{1,4096})$/i.exec(authorization) ?? []
  if (token === undefined) throw new Refusal('not-signed-in')
  const { adminId, email, jti } = verified(app, token)
  const admin = await findDocument(read, 'admin', adminId)
  if (!admin || admin.email !== email) throw new Refusal('session-ended')
  const now = request.receivedAt
  const session = await findSession(privateSchema, { id: jti, adminId }, now, settings.sessionIdleMinutes)
  if (!session) throw new Refusal('session-ended')
  // A full disk lets admins read on.
  if (unattended === undefined) {
    await noteUse(privateSchema, session, now).catch((err: unknown) =>
      log.warn({ err }, 'a session was not noted'),
    )
  }
  return { admin, session }
}

function verified(app: FastifyInstance, token: string): Claims {
  try {
    return app.jwt.verify<Claims>(token)
  } catch {
    throw new Refusal('session-ended')
  }
}
