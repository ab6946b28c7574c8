import type { FastifyRequest } from 'fastify'
import { recordLock } from '../../commands/accounts/account-history.ts'
import {
  countFailure,
  forgiveLoginFailures,
  lockedUntil,
  recordLoginFailure,
} from '../../commands/accounts/lockout.ts'
import { spendCode, wrongCode } from '../../commands/accounts/second-factor.ts'
import { mailFactorChange } from '../../commands/accounts/second-factor-changes.ts'
import { consumeLinkToken, findChallenge } from '../../commands/accounts/tokens.ts'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { findAdmin } from '../../projections/league/admins.ts'
import { afterAnswers } from '../accounts/after-answers.ts'
import { askedBy, noteSecurity } from '../accounts/security-log.ts'
import { startSession } from '../accounts/sessions.ts'
import { contextOf } from '../server/command-context.ts'
import { HttpRefusal } from '../server/problems.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** The second step of signing in. */
export function authCodeRoutes(app: App, services: Services): void {
  const { read, privateSchema, locks, addressKey } = services
  const afterAnswer = afterAnswers(app, services)

  serve(app, 'POST /auth/verify-second-factor', async (request, reply) => {
    const { body, receivedAt } = request
    const asked = await findChallenge(privateSchema, body.challenge, receivedAt)
    const found = asked && (await findAdmin(read, asked.adminId))?.admin
    if (!asked || !found) throw challengeOver()
    const account = codesOf(found)
    return locks.hold(`login-${account}`, async () => {
      const locked = await lockedUntil(privateSchema, account, receivedAt)
      if (locked !== null) {
        return reply.code(403).send({ error: lockedSentence(locked), lockedUntil: locked })
      }
      const and = await spendCode(services, found.adminId, body.code, receivedAt)
      if (and === null) {
        await recordWrongCode(request, found)
        throw wrongCode()
      }
      const { kind, epoch } = asked
      if (!(await consumeLinkToken(privateSchema, kind, body.challenge, receivedAt))) throw challengeOver()
      await forgiveLoginFailures(privateSchema, account)
      noteSecurity(services, request, { what, outcome: 'succeeded', email: found.email })
      const by = kind === 'code-after-link' ? 'link' : 'password'
      return startSession(app, services, request, found, { by, and, epoch })
    })
  })

  async function recordWrongCode(request: FastifyRequest, found: PresentAdmin) {
    const { adminId, email } = found
    const locks = await recordLoginFailure(privateSchema, codesOf(found), request.receivedAt)
    await countFailure(privateSchema, adminId, { failures: 0, wrongCodes: 1 })
    noteSecurity(services, request, { what, outcome: locks ? 'locked' : 'failed', email })
    const asked = askedBy(services, request)
    if (!locks) return
    afterAnswer(() => recordLock(services, asked, adminId, 'codes'))
    await mailFactorChange(services, contextOf(request), found, 'locked')
  }

  /** Apart from passwords: a right password, which each wrong code follows, would forgive them. */
  function codesOf({ email }: PresentAdmin): string {
    return `${addressKey(email)} codes`
  }
}

const what = 'second factor'

const challengeOver = () => new HttpRefusal(401, 'This took too long. Please sign in again')

const lockedSentence = (until: string) =>
  `Too many wrong codes. Please try again after ${until.slice(11, 16)} UTC`
