import { changeEmail, refuseTakenAddress, setUpMainAdmin } from '../../commands/accounts/admin-list.ts'
import { requirePassword, storePasswordHash } from '../../commands/accounts/credentials.ts'
import { checkNewPassword } from '../../commands/accounts/password-rules.ts'
import { requireEveryProof } from '../../commands/accounts/second-factor.ts'
import { command } from '../../commands/command.ts'
import { admin, changeAdminPassword, renameAdmin } from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import { callerOf } from '../accounts/access.ts'
import { noteSecurity } from '../accounts/security-log.ts'
import { isFreshlyProven, renewToken } from '../accounts/sessions.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** What admins do with their own account. */
export function authAccountRoutes(app: App, services: Services): void {
  const { privateSchema, passwords } = services

  serve(app, 'POST /auth/initial-setup', async (request) => {
    const { newName: name, newEmail: email, newPassword: password } = request.body
    const caller = callerOf(request)
    await checkNewPassword(services, password, { name, email })
    const changed = await setUpMainAdmin(services, contextOf(request), caller.adminId, {
      name,
      email,
      password,
    })
    const token = await renewToken(app, services, request, changed)
    return { message: 'Setup complete', token, name, email }
  })

  serve(app, 'POST /auth/change-password', async (request) => {
    const { currentPassword, newPassword } = request.body
    const caller = callerOf(request)
    await checkNewPassword(services, newPassword, caller)
    await requirePassword(services, caller, currentPassword)
    const hash = await passwords.hash(newPassword)
    await storePasswordHash(privateSchema, caller.adminId, hash)
    await command(services, contextOf(request), admin, [caller.adminId], changeAdminPassword)
    noteSecurity(services, request, {
      what: 'password change',
      outcome: 'succeeded',
      email: caller.email,
    })
    return { message: 'Password changed', token: await renewToken(app, services, request, caller) }
  })

  serve(app, 'POST /auth/change-email', async (request) => {
    const { newEmail, ...proof } = request.body
    const caller = callerOf(request)
    if (newEmail === caller.email) {
      throw new Refusal('invalid', 'New email must be different from current email', 'newEmail')
    }
    await refuseTakenAddress(services, newEmail, caller.adminId)
    if (Object.keys(proof).length > 0 || !isFreshlyProven(request)) {
      await requireEveryProof(services, caller, proof, request.receivedAt)
    }
    const { email } = await changeEmail(services, contextOf(request), caller.adminId, newEmail)
    noteSecurity(services, request, { what: 'address change', outcome: 'succeeded', email: caller.email })
    return {
      message: 'Email changed',
      token: await renewToken(app, services, request, { ...caller, email }),
    }
  })

  serve(app, 'POST /auth/change-name', async (request) => {
    const { newName } = request.body
    const { adminId, name } = callerOf(request)
    if (newName === name) {
      throw new Refusal('invalid', 'New name must be different from current name', 'newName')
    }
    await command(services, contextOf(request), admin, [adminId], (state) => renameAdmin(state, newName))
    return { message: 'Name changed' }
  })
}
