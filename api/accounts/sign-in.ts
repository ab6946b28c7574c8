import type { FastifyRequest } from 'fastify'
import { type Asked, recordLink, recordLock } from '../../commands/accounts/account-history.ts'
import { resetPasswordMail, signInMail } from '../../commands/accounts/account-mails.ts'
import { epochOfPassword, sessionEpoch, storePasswordHash } from '../../commands/accounts/credentials.ts'
import {
  forgiveLoginFailures,
  type Guesses,
  lockedUntil,
  recordFailure,
} from '../../commands/accounts/lockout.ts'
import { checkNewPassword } from '../../commands/accounts/password-rules.ts'
import { mailFactorChange, spendCode } from '../../commands/accounts/second-factor.ts'
import {
  consumeLinkToken,
  findChallenge,
  findLinkToken,
  issueLinkToken,
  type LinkKind,
} from '../../commands/accounts/tokens.ts'
import { command } from '../../commands/command.ts'
import { admin, changeAdminPassword, type PresentAdmin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import { Refusal, refused } from '../../domain/refusal.ts'
import { queueMails } from '../../platform/mail/mails.ts'
import { later } from '../../platform/time/clock.ts'
import { findAdminByEmail } from '../../projections/now/admins.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { findDocument } from '../../projections/read-models/find-documents.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import { afterAnswers } from './after-answers.ts'
import { askedBy, noteSecurity } from './security-log.ts'
import { type AccountServices, startSession, startSignIn } from './sessions.ts'

const LINK_MAY_COME = 'If an admin account with that email exists, a login link will be sent'
const RESET_MAY_COME = "If this has been the main admin's address for an hour, a reset link is on its way"

const LINKS = {
  'sign-in': { path: '/admin/login', mail: signInMail },
  'reset-password': { path: '/admin/reset-password', mail: resetPasswordMail },
} as const

/** The ways in: a password or a mailed link, and a code after either. Opening a link changes nothing: only a POST uses it up. */
export function signInRoutes(app: App, services: AccountServices): void {
  const { read, privateSchema, locks, addressKey, passwords, settings } = services
  const afterAnswer = afterAnswers(app, services)

  serve(app, 'POST /auth/request-login', async ({ body }) => {
    const found = await findAdminByEmail(read, body.email)
    return found?.isMain ? { requiresPassword: true } : { requiresPassword: false, message: LINK_MAY_COME }
  })

  serve(app, 'POST /auth/login', (request, reply) => {
    const { body, receivedAt } = request
    const account = addressKey(body.email)
    // One at a time, so that guesses that come all at once do not all come before the first is counted.
    return locks.hold(`login-${account}`, async () => {
      const locked = await lockedUntil(privateSchema, account, receivedAt)
      if (locked !== null) {
        const answer = refused('sign-in-locked', { lockedUntil: locked })
        return reply.code(403).send({ ...answer, lockedUntil: locked })
      }
      const found = await findAdminByEmail(read, body.email)
      const epoch = await epochOfPassword(services, found, body.password)
      if (epoch === null || !found) {
        await noteFailure(request, 'passwords', { account, email: body.email, adminId: found?.adminId ?? 0 })
        throw new Refusal('sign-in-failed')
      }
      await forgiveLoginFailures(privateSchema, account)
      return startSignIn(app, services, request, found, { by: 'password', epoch })
    })
  })

  serve(app, 'POST /auth/send-magic-link', async (request) => {
    const { email, nonce } = request.body
    noteSecurity(services, request, { what: 'link', outcome: 'asked', email })
    const found = await findAdminByEmail(read, email)
    if (found) mailLink('sign-in', found, askedBy(services, request), nonce)
    return { message: LINK_MAY_COME }
  })

  serve(app, 'POST /auth/check-magic-link', async ({ body, receivedAt }) => {
    const adminId = await findLinkToken(privateSchema, 'sign-in', body.token, receivedAt)
    const found = adminId === null ? null : await findDocument(read, 'admin', adminId)
    if (!found) throw new Refusal('login-link-invalid')
    return { name: found.name, email: found.email }
  })

  serve(app, 'POST /auth/verify-magic-link', async (request) => {
    const link = await consumeLinkToken(privateSchema, 'sign-in', request.body.token, request.receivedAt)
    const found = link && (await findDocument(read, 'admin', link.adminId))
    const outcome = found ? 'succeeded' : 'failed'
    noteSecurity(services, request, { what: 'link', outcome, email: found?.email })
    if (!found || !link) throw new Refusal('login-link-invalid')
    await forgiveLoginFailures(privateSchema, addressKey(found.email))
    return startSignIn(app, services, request, found, { by: 'link', epoch: link.epoch })
  })

  serve(app, 'POST /auth/forgot-password', async (request) => {
    const { email } = request.body
    noteSecurity(services, request, { what: 'link', outcome: 'asked', email })
    const found = await findAdminByEmail(read, email)
    if (found?.isMain && !isYoung(found, request.receivedAt)) {
      mailLink('reset-password', found, askedBy(services, request))
    }
    return { message: RESET_MAY_COME }
  })

  serve(app, 'POST /auth/reset-password', async (request) => {
    const { token, password } = request.body
    await checkNewPassword(services, password, null, 'password')
    // One at a time: a link that is tried many times at once costs one hash.
    const adminId = await locks.hold('reset-password', async () => {
      const valid = await findLinkToken(privateSchema, 'reset-password', token, request.receivedAt)
      const hash = valid === null ? null : await passwords.hash(password)
      const link = await consumeLinkToken(privateSchema, 'reset-password', token, request.receivedAt)
      if (!link || hash === null) {
        noteSecurity(services, request, { what: 'link', outcome: 'failed' })
        throw new Refusal('reset-link-invalid')
      }
      await storePasswordHash(privateSchema, link.adminId, hash)
      const context = { ...contextOf(request), actor: { kind: 'admin', id: link.adminId } as const }
      await command(services, context, admin, [link.adminId], changeAdminPassword)
      return link.adminId
    })
    const email = (await findDocument(read, 'admin', adminId))?.email
    noteSecurity(services, request, { what: 'password change', outcome: 'succeeded', email })
    if (email !== undefined) await forgiveLoginFailures(privateSchema, addressKey(email))
    return { message: 'Your password is changed. You can sign in with it now' }
  })

  serve(app, 'POST /auth/verify-second-factor', async (request, reply) => {
    const { body, receivedAt } = request
    const asked = await findChallenge(privateSchema, body.challenge, receivedAt)
    const found = asked && (await findDocument(read, 'admin', asked.adminId))
    if (!asked || !found) throw new Refusal('sign-in-took-too-long')
    const { adminId, email } = found
    // Apart from passwords: a right password, which each wrong code follows, would forgive them.
    const account = `${addressKey(email)} codes`
    return locks.hold(`login-${account}`, async () => {
      const locked = await lockedUntil(privateSchema, account, receivedAt)
      if (locked !== null) {
        const answer = refused('codes-locked', { lockedUntil: locked })
        return reply.code(403).send({ ...answer, lockedUntil: locked })
      }
      const and = await spendCode(services, adminId, body.code, receivedAt)
      if (and === null) {
        const locks = await noteFailure(request, 'codes', { account, email, adminId })
        if (locks) afterAnswer(() => mailFactorChange(services, contextOf(request), found, 'locked'))
        throw new Refusal('code-wrong')
      }
      const { kind, epoch } = asked
      if (!(await consumeLinkToken(privateSchema, kind, body.challenge, receivedAt)))
        throw new Refusal('sign-in-took-too-long')
      await forgiveLoginFailures(privateSchema, account)
      noteSecurity(services, request, { what: 'second factor', outcome: 'succeeded', email })
      const by = kind === 'code-after-link' ? 'link' : 'password'
      return startSession(app, services, request, found, { by, and, epoch })
    })
  })

  async function noteFailure(
    request: FastifyRequest,
    of: Guesses,
    { account, email, adminId }: { account: string; email: string; adminId: number },
  ): Promise<boolean> {
    const locks = await recordFailure(privateSchema, { account, adminId, of }, request.receivedAt)
    const what = of === 'codes' ? 'second factor' : 'sign-in'
    noteSecurity(services, request, { what, outcome: locks ? 'locked' : 'failed', email })
    const asked = askedBy(services, request)
    if (locks && adminId !== 0) afterAnswer(() => recordLock(services, asked, adminId, of))
    return locks
  }

  /** For an admin whose address is by then still the one that it was asked for. */
  function mailLink(kind: LinkKind, to: PresentAdmin, asked: Asked, nonce?: string) {
    afterAnswer(() => locks.hold(`links-${to.adminId}`, () => queueLink(kind, to, asked, nonce)))
  }

  async function queueLink(kind: LinkKind, to: PresentAdmin, asked: Asked, nonce?: string) {
    const { id, receivedAt } = asked
    const epoch = await sessionEpoch(privateSchema, to.adminId)
    const current = await findDocument(read, 'admin', to.adminId)
    if (current?.email !== to.email) return
    const issued = await issueLinkToken(privateSchema, kind, { adminId: to.adminId, epoch }, receivedAt)
    if (issued === null) return
    await recordLink(services, asked, to.adminId, kind)
    const { token, expiresAt } = issued
    const query = new URLSearchParams({ token, ...(nonce && { nonce }) })
    const url = `${settings.appUrl}${LINKS[kind].path}?${query}`
    const { branding } = await currentSettings(read)
    await queueMails(privateSchema, id, [LINKS[kind].mail({ to, url, expiresAt, branding })], receivedAt)
  }
}

const ADDRESS_AGE_MIN_MS = 3_600_000

/** Somebody who has just moved the account to a mailbox of their own must not get the password as well. */
const isYoung = ({ emailChangedAt }: PresentAdmin, now: Instant) =>
  emailChangedAt > later(now, -ADDRESS_AGE_MIN_MS)
