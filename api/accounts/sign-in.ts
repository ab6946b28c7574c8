import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSecret } from '../../commands/accounts/second-factor-rows.ts'
import { issueToken } from '../../commands/accounts/tokens.ts'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import type { SignInStep } from '../contract/auth.ts'
import type { Services } from '../server/services.ts'
import { noteSecurity } from './security-log.ts'
import { type Proof, startSession } from './sessions.ts'

/** After a password or a link: a session, or a challenge where the account has a second factor. */
export async function startSignIn(
  app: FastifyInstance,
  services: Services,
  request: FastifyRequest,
  admin: PresentAdmin,
  { by, epoch }: Pick<Proof, 'by' | 'epoch'>,
): Promise<SignInStep> {
  const { privateSchema } = services
  const { adminId, email } = admin
  if ((await findSecret(privateSchema, adminId)) === null) {
    if (by === 'password') noteSecurity(services, request, { what: 'sign-in', outcome: 'succeeded', email })
    return startSession(app, services, request, admin, { by, epoch })
  }
  noteSecurity(services, request, { what: 'second factor', outcome: 'asked', email })
  const holder = { adminId, epoch }
  const { token } = await issueToken(privateSchema, `code-after-${by}`, holder, request.receivedAt)
  return { secondFactorRequired: true, challenge: token }
}
