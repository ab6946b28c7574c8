import { type Asked, recordLink } from '../../commands/accounts/account-history.ts'
import { sessionEpoch, storePasswordHash } from '../../commands/accounts/credentials.ts'
import { forgiveLoginFailures } from '../../commands/accounts/lockout.ts'
import { checkNewPassword } from '../../commands/accounts/password-rules.ts'
import {
  consumeLinkToken,
  findLinkToken,
  issueLinkToken,
  type LinkKind,
} from '../../commands/accounts/tokens.ts'
import { command } from '../../commands/command.ts'
import { admin, changeAdminPassword, type PresentAdmin } from '../../domain/admins/admin.ts'
import type { Instant } from '../../domain/event.ts'
import { queueMails } from '../../platform/mail/outbox.ts'
import { resetPasswordMail, signInMail } from '../../platform/mail/sign-in-mails.ts'
import { later } from '../../platform/time/clock.ts'
import type { AdminDocument } from '../../projections/documents/admin-document.ts'
import { findAdmin, findAdminByEmail } from '../../projections/league/admins.ts'
import { currentSettings } from '../../projections/league/settings.ts'
import { afterAnswers } from '../accounts/after-answers.ts'
import { askedBy, noteSecurity } from '../accounts/security-log.ts'
import { startSignIn } from '../accounts/sign-in.ts'
import { contextOf } from '../server/command-context.ts'
import { HttpRefusal } from '../server/problems.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

export const LINK_MAY_COME = 'If an admin account with that email exists, a login link will be sent'
const RESET_MAY_COME =
  'If the main admin has had that email for an hour, a link to reset the password will be sent'

const LINKS = {
  'sign-in': { path: '/admin/login', mail: signInMail },
  'reset-password': { path: '/admin/reset-password', mail: resetPasswordMail },
} as const

/** Links that are mailed to admins. Opening one changes nothing: only a POST uses it up. */
export function authLinkRoutes(app: App, services: Services): void {
  const { read, privateSchema, locks, addressKey, passwords } = services
  const mailLink = linkMailer(app, services)

  serve(app, 'POST /auth/send-magic-link', async (request) => {
    const { email, nonce } = request.body
    noteSecurity(services, request, { what: 'link', outcome: 'asked', email })
    const found = await findAdminByEmail(read, email)
    if (found) mailLink('sign-in', found.admin, askedBy(services, request), nonce)
    return { message: LINK_MAY_COME }
  })

  serve(app, 'POST /auth/check-magic-link', async ({ body, receivedAt }) => {
    const adminId = await findLinkToken(privateSchema, 'sign-in', body.token, receivedAt)
    const found = adminId === null ? null : await findAdmin(read, adminId)
    if (!found) throw invalidLoginLink()
    return { name: found.admin.name, email: found.admin.email }
  })

  serve(app, 'POST /auth/verify-magic-link', async (request) => {
    const link = await consumeLinkToken(privateSchema, 'sign-in', request.body.token, request.receivedAt)
    const found = link && (await findAdmin(read, link.adminId))?.admin
    const outcome = found ? 'succeeded' : 'failed'
    noteSecurity(services, request, { what: 'link', outcome, email: found?.email })
    if (!found || !link) throw invalidLoginLink()
    await forgiveLoginFailures(privateSchema, addressKey(found.email))
    return startSignIn(app, services, request, found, { by: 'link', epoch: link.epoch })
  })

  serve(app, 'POST /auth/forgot-password', async (request) => {
    const { email } = request.body
    noteSecurity(services, request, { what: 'link', outcome: 'asked', email })
    const found = await findAdminByEmail(read, email)
    if (found?.admin.isMain && !isYoung(found, request.receivedAt)) {
      mailLink('reset-password', found.admin, askedBy(services, request))
    }
    return { message: RESET_MAY_COME }
  })

  serve(app, 'POST /auth/reset-password', async (request) => {
    const { token, password } = request.body
    await checkNewPassword(services, password, null, 'password')
    // In turns: a link that is tried many times at once costs one hash.
    const id = await locks.hold('reset-password', async () => {
      const valid = await findLinkToken(privateSchema, 'reset-password', token, request.receivedAt)
      const hash = valid === null ? null : await passwords.hash(password)
      const link = await consumeLinkToken(privateSchema, 'reset-password', token, request.receivedAt)
      if (!link || hash === null) {
        noteSecurity(services, request, { what: 'link', outcome: 'failed' })
        throw invalidResetLink()
      }
      const { adminId } = link
      await storePasswordHash(privateSchema, adminId, hash)
      const context = { ...contextOf(request), actor: { kind: 'admin', id: adminId } as const }
      await command(services, context, admin, [adminId], changeAdminPassword)
      return adminId
    })
    const changed = (await findAdmin(read, id))?.admin
    noteSecurity(services, request, {
      what: 'password change',
      outcome: 'succeeded',
      email: changed?.email,
    })
    if (changed) await forgiveLoginFailures(privateSchema, addressKey(changed.email))
    return { message: 'Your password is changed. You can sign in with it now' }
  })
}

const ADDRESS_AGE_MIN_MS = 3_600_000

/** Somebody who has just moved the account to a mailbox of their own must not get the password as well. */
const isYoung = ({ emailChangedAt }: AdminDocument, now: Instant) =>
  emailChangedAt !== null && emailChangedAt > later(now, -ADDRESS_AGE_MIN_MS)

const invalidLoginLink = () =>
  new HttpRefusal(401, 'Invalid or expired login link. Please request a new one.')

const invalidResetLink = () =>
  new HttpRefusal(401, 'Invalid or expired reset link. Please request a new password reset.')

/** Makes a link and puts its mail into the outbox, for an admin whose address is still the one that it was asked for. */
function linkMailer(app: App, services: Services) {
  const { privateSchema, read, locks, settings } = services
  const afterAnswer = afterAnswers(app, services)
  return (kind: LinkKind, to: PresentAdmin, asked: Asked, nonce?: string) =>
    afterAnswer(() => locks.hold(`links-${to.adminId}`, () => queueLink(kind, to, asked, nonce)))

  async function queueLink(kind: LinkKind, to: PresentAdmin, asked: Asked, nonce?: string) {
    const { id, receivedAt } = asked
    const epoch = await sessionEpoch(privateSchema, to.adminId)
    const current = await findAdmin(read, to.adminId)
    if (current?.admin.email !== to.email) return
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
