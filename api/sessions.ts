import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AdminRow, findAdmin } from '#projections/admins'
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

/** A token for this admin as of now. */
export async function issueToken(
  app: FastifyInstance,
  { vault }: Services,
  admin: AdminRow,
): Promise<string> {
  const credentials = await vault
    .selectFrom('credentials')
    .select('session_epoch')
    .where('admin_id', '=', admin.id)
    .executeTakeFirst()
  const claims: Claims = {
    adminId: admin.id,
    email: admin.email,
    isMainAdmin: admin.is_main,
    epoch: credentials?.session_epoch ?? 0,
  }
  return app.jwt.sign(claims)
}

/** The admin whose valid token the request carries. Throws HttpRefusal 401. */
export async function authenticate(
  app: FastifyInstance,
  { read, vault }: Services,
  request: FastifyRequest,
): Promise<AdminRow> {
  const [, token] = /^Bearer ([\w.-]{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) throw new HttpRefusal(401, 'Please sign in')
  const claims = verified(app, token)
  const admin = await findAdmin(read, claims.adminId)
  const credentials = await vault
    .selectFrom('credentials')
    .select('session_epoch')
    .where('admin_id', '=', claims.adminId)
    .executeTakeFirst()
  if (!admin || claims.epoch !== (credentials?.session_epoch ?? 0)) throw signInAgain()
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
