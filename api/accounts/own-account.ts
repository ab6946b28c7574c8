import type { FastifyRequest } from 'fastify'
import {
  changeEmail,
  refuseTakenAddress,
  setUpMainAdmin,
  signOutEverywhere,
} from '../../commands/accounts/admin-list.ts'
import { hasPassword, requirePassword, storePasswordHash } from '../../commands/accounts/credentials.ts'
import { checkNewPassword } from '../../commands/accounts/password-rules.ts'
import {
  beginSetup,
  replaceOwnRecoveryCodes,
  requireEveryProof,
  requireProof,
  turnOffOwnFactor,
  turnOnOwnFactor,
} from '../../commands/accounts/second-factor.ts'
import { countRecoveryCodes, hasFactor } from '../../commands/accounts/second-factor-rows.ts'
import { endSession, listSessions } from '../../commands/accounts/session-rows.ts'
import { command } from '../../commands/command.ts'
import { admin, changeAdminPassword, renameAdmin, switchSummary } from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import { callerOf } from './access.ts'
import { noteSecurity, type SecurityEvent } from './security-log.ts'
import { type AccountServices, isFreshlyProven, renewToken, sessionOf } from './sessions.ts'

export function ownAccountRoutes(app: App, services: AccountServices): void {
  const { privateSchema, passwords, settings } = services

  serve(app, 'GET /auth/me', async (request) => {
    const caller = callerOf(request)
    const { adminId, name, email, isMain, status, wantsSummary } = caller
    return {
      id: adminId,
      name,
      email,
      is_main_admin: isMain ? 1 : 0,
      isMainAdmin: isMain,
      must_change_password: status === 'must_set_up' ? 1 : 0,
      must_set_up_second_factor: request.lacksFactor ? 1 : 0,
      ...(wantsSummary && { adminSummary: true as const }),
    } as const
  })

  serve(app, 'POST /auth/initial-setup', async (request) => {
    const { newName: name, newEmail: email, newPassword: password } = request.body
    await checkNewPassword(services, password, { name, email })
    const { adminId } = callerOf(request)
    const changed = await setUpMainAdmin(services, contextOf(request), adminId, { name, email, password })
    const token = await renewToken(app, services, request, changed)
    return { message: 'Setup complete', token, name, email }
  })

  serve(app, 'POST /auth/change-password', async (request) => {
    const { currentPassword, newPassword } = request.body
    const caller = callerOf(request)
    await checkNewPassword(services, newPassword, caller)
    await requirePassword(services, caller, currentPassword)
    await storePasswordHash(privateSchema, caller.adminId, await passwords.hash(newPassword))
    await command(services, contextOf(request), admin, [caller.adminId], changeAdminPassword)
    noteChange(request, 'password change')
    return { message: 'Password changed', token: await renewToken(app, services, request, caller) }
  })

  serve(app, 'POST /auth/change-email', async (request) => {
    const { newEmail, ...proof } = request.body
    const caller = callerOf(request)
    if (newEmail === caller.email) throw new Refusal('email-unchanged')
    await refuseTakenAddress(services, newEmail, caller.adminId)
    const isFresh = isFreshlyProven(request)
    if (Object.keys(proof).length > 0 || !isFresh) {
      await requireEveryProof(services, caller, { ...proof, isFresh }, request.receivedAt)
    }
    const { email } = await changeEmail(services, contextOf(request), caller.adminId, newEmail)
    noteChange(request, 'address change')
    return {
      message: 'Email changed',
      token: await renewToken(app, services, request, { ...caller, email }),
    }
  })

  serve(app, 'POST /auth/change-name', async (request) => {
    const { newName } = request.body
    const { adminId, name } = callerOf(request)
    if (newName === name) throw new Refusal('name-unchanged')
    await command(services, contextOf(request), admin, [adminId], (state) => renameAdmin(state, newName))
    return { message: 'Name changed' }
  })

  serve(app, 'PUT /auth/admin-summary', async (request) => {
    const { enabled } = request.body
    const { adminId } = callerOf(request)
    await command(services, contextOf(request), admin, [adminId], (state) => switchSummary(state, enabled))
    return { message: enabled ? 'You get a daily summary by mail' : 'You get no daily summary' }
  })

  serve(app, 'GET /auth/second-factor', async (request) => {
    const { adminId } = callerOf(request)
    return {
      isOn: await hasFactor(privateSchema, adminId),
      isRequired: (await currentSettings(services.read)).secondFactorRequired,
      asksPassword: await hasPassword(privateSchema, adminId),
      recoveryCodesLeft: await countRecoveryCodes(privateSchema, adminId),
    }
  })

  serve(app, 'POST /auth/second-factor/setup', async (request) => {
    const caller = callerOf(request)
    await requireProof(
      services,
      caller,
      { ...request.body, isFresh: isFreshlyProven(request) },
      request.receivedAt,
    )
    return beginSetup(services, caller)
  })

  serve(app, 'POST /auth/second-factor/confirm', async (request) => {
    const caller = callerOf(request)
    const recoveryCodes = await turnOnOwnFactor(services, contextOf(request), caller, request.body.code)
    noteChange(request, 'second factor change')
    const token = await renewToken(app, services, request, caller, null)
    return { message: 'Two-step sign-in is on', token, recoveryCodes }
  })

  serve(app, 'POST /auth/second-factor/recovery-codes', async (request) => {
    const { code } = request.body
    const recoveryCodes = await replaceOwnRecoveryCodes(services, contextOf(request), callerOf(request), code)
    noteChange(request, 'second factor change')
    return { message: 'Recovery codes replaced', recoveryCodes }
  })

  serve(app, 'DELETE /auth/second-factor', async (request) => {
    await turnOffOwnFactor(services, contextOf(request), callerOf(request), request.body.code)
    noteChange(request, 'second factor change')
    return { message: 'Two-step sign-in is off' }
  })

  serve(app, 'POST /auth/logout', async (request) => {
    await endSession(privateSchema, callerOf(request).adminId, sessionOf(request).id)
    return { message: 'Signed out' }
  })

  serve(app, 'GET /auth/sessions', async (request) => {
    const { adminId } = callerOf(request)
    const { id: currentId } = sessionOf(request)
    const rows = await listSessions(privateSchema, adminId, request.receivedAt, settings.sessionIdleMinutes)
    return rows.map(({ id, device, network, created_at, last_used_at }) => {
      return { id, device, network, created_at, last_used_at, isCurrent: id === currentId }
    })
  })

  serve(app, 'DELETE /auth/sessions/{id}', async (request) => {
    const found = await endSession(privateSchema, callerOf(request).adminId, request.params.id)
    if (!found) throw new Refusal('session-not-found')
    return { message: 'Signed out' }
  })

  serve(app, 'DELETE /auth/sessions', async (request) => {
    await signOutEverywhere(services, contextOf(request), callerOf(request).adminId)
    return { message: 'Signed out everywhere' }
  })

  function noteChange(request: FastifyRequest, what: SecurityEvent['what']) {
    noteSecurity(services, request, { what, outcome: 'succeeded', email: callerOf(request).email })
  }
}
