import { recordLock } from '../../commands/accounts/account-history.ts'
import { epochOfPassword } from '../../commands/accounts/credentials.ts'
import {
  countFailure,
  forgiveLoginFailures,
  lockedUntil,
  recordLoginFailure,
} from '../../commands/accounts/lockout.ts'
import { findAdminByEmail } from '../../projections/league/admins.ts'
import { callerOf } from '../accounts/access.ts'
import { afterAnswers } from '../accounts/after-answers.ts'
import { askedBy, noteSecurity } from '../accounts/security-log.ts'
import { startSignIn } from '../accounts/sign-in.ts'
import type * as contract from '../contract/auth.ts'
import { HttpRefusal } from '../server/problems.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'
import { LINK_MAY_COME } from './auth-links.ts'

export function authRoutes(app: App, services: Services): void {
  const { read, privateSchema, locks, addressKey } = services
  const afterAnswer = afterAnswers(app, services)

  serve(app, 'POST /auth/request-login', async ({ body }) => {
    const found = await findAdminByEmail(read, body.email)
    return found?.admin.isMain
      ? { requiresPassword: true }
      : { requiresPassword: false, message: LINK_MAY_COME }
  })

  serve(app, 'POST /auth/login', (request, reply) => {
    const { body, receivedAt } = request
    const account = addressKey(body.email)
    // One at a time, so that guesses that come all at once do not all come before the first is counted.
    return locks.hold(`login-${account}`, async () => {
      const locked = await lockedUntil(privateSchema, account, receivedAt)
      if (locked !== null) {
        return reply.code(403).send({ error: lockedSentence(locked), lockedUntil: locked })
      }
      const found = (await findAdminByEmail(read, body.email))?.admin ?? null
      const epoch = await epochOfPassword(services, found, body.password)
      if (epoch === null || !found) {
        const locks = await recordLoginFailure(privateSchema, account, receivedAt)
        await countFailure(privateSchema, found?.adminId ?? 0, { failures: 1, wrongCodes: 0 })
        const outcome = locks ? 'locked' : 'failed'
        noteSecurity(services, request, { what: 'sign-in', outcome, email: body.email })
        if (locks && found) {
          const asked = askedBy(services, request)
          afterAnswer(() => recordLock(services, asked, found.adminId, 'passwords'))
        }
        throw new HttpRefusal(401, 'Login failed. Please check your credentials.')
      }
      await forgiveLoginFailures(privateSchema, account)
      return startSignIn(app, services, request, found, { by: 'password', epoch })
    })
  })

  serve(app, 'GET /auth/me', async (request) => {
    const { adminId, name, email, isMain, status } = callerOf(request)
    const me: contract.Me = {
      id: adminId,
      name,
      email,
      is_main_admin: isMain ? 1 : 0,
      isMainAdmin: isMain,
      must_change_password: status === 'must_set_up' ? 1 : 0,
      must_set_up_second_factor: request.lacksFactor ? 1 : 0,
    }
    return me
  })
}

const lockedSentence = (until: string) =>
  `Too many failed sign-ins. Please try again after ${until.slice(11, 16)} UTC, or ask for a link by mail`
