import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AdminRow, findAdmin } from '#projections/admins'
import type { SignedIn } from './contract/auth.ts'
import { sessionEpoch } from './credentials.ts'
import { HttpRefusal } from './problems.ts'
import type { Services } from './services.ts'

export const ISSUER = 'go-make-your-picks'
export const AUDIENCE = 'go-make-your-picks/admin'

/** What a token says. Who may do what follows from the current state, not from these claims. */
export type Claims = {
  adminId: number
  email: string
  isMainAdmin: boolean
  /** A raised epoch ends every session that began before. */
  epoch: number
}

/**
 * What signing in answers, by any way.
 * @param epoch as of when the proof was looked at: a change that came since ends the session.
 */
export function startSession(app: FastifyInstance, admin: AdminRow, epoch: number): SignedIn {
  const { id, name, email, is_main, must_set_up } = admin
  return {
    token: issueToken(app, admin, epoch),
    admin: { id, name, email, isMainAdmin: is_main, mustChangePassword: must_set_up },
  }
}

export function issueToken(app: FastifyInstance, { id, email, is_main }: AdminRow, epoch: number): string {
  const claims: Claims = { adminId: id, email, isMainAdmin: is_main, epoch }
  return app.jwt.sign(claims)
}

/** A token in place of the one that a change by the admin's own hand has ended. */
export async function renewToken(
  app: FastifyInstance,
  { vault }: Services,
  admin: AdminRow,
): Promise<string> {
  return issueToken(app, admin, await sessionEpoch(vault, admin.id))
}

/**
 * The admin whose valid token the request carries. Throws HttpRefusal 401. The address is compared as well, so that a
 * token dies with a change of it even when a crash came before the epoch was raised.
 */
export async function authenticate(
  app: FastifyInstance,
  { read, vault }: Services,
  request: FastifyRequest,
): Promise<AdminRow> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) throw new HttpRefusal(401, 'Please sign in')
  const { adminId, email, epoch } = verified(app, token)
  const admin = await findAdmin(read, adminId)
  if (!admin || admin.email !== email) throw signInAgain()
  if (epoch !== (await sessionEpoch(vault, adminId))) throw signInAgain()
  return admin
}

function verified(app: FastifyInstance, token: string): Claims {
  try {
    return app.jwt.verify<Claims>(token)
  } catch {
    throw signInAgain()
  }
}

const signInAgain = () => new HttpRefusal(401, 'Your session has ended. Please sign in again')
