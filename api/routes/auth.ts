import { admin, completeSetup, presentAdmin } from '#domain/admin'
import { admins, changeAdminAddress } from '#domain/admins'
import { isEmailAddress } from '#domain/email-address'
import { Refusal } from '#domain/refusal'
import { type AdminRow, findAdminByEmail } from '#projections/admins'
import { callerOf } from '../access.ts'
import type { App } from '../app.ts'
import { command, current } from '../command.ts'
import * as contract from '../contract/auth.ts'
import { storePassword } from '../first-admin.ts'
import { checkNewPassword } from '../password-rules.ts'
import { HttpRefusal } from '../problems.ts'
import type { Services } from '../services.ts'
import { issueToken } from '../sessions.ts'

export function authRoutes(app: App, services: Services): void {
  const { read } = services

  app.post(
    '/auth/login',
    {
      config: { access: 'public' },
      schema: { body: contract.LoginBody, response: { 200: contract.SignedIn } },
    },
    async ({ body }) => {
      const found = await findAdminByEmail(read, body.email)
      if (!(await knowsPassword(services, found, body.password)) || !found) {
        throw new HttpRefusal(401, 'Login failed. Please check your credentials.')
      }
      return { token: await issueToken(app, services, found), admin: signedIn(found) }
    },
  )

  app.post(
    '/auth/initial-setup',
    {
      config: { access: 'setup' },
      schema: { body: contract.InitialSetupBody, response: { 200: contract.InitialSetupDone } },
    },
    async (request) => {
      const { newName: name, newEmail: email, newPassword } = request.body
      const { id } = callerOf(request)
      if (!isEmailAddress(email)) {
        throw new Refusal('invalid', 'Please enter a valid email address', 'newEmail')
      }
      checkNewPassword(newPassword)
      completeSetup(await current(services, admin, id), { name, email })
      const { addressKey } = services
      await command(services, request, admins, [], (state) =>
        changeAdminAddress(state, id, addressKey(email)),
      )
      const { state } = await command(services, request, admin, [id], (state) =>
        completeSetup(state, { name, email }),
      )
      await storePassword(services, id, newPassword)
      const changed = { ...callerOf(request), ...presentAdmin(state) }
      const token = await issueToken(app, services, changed)
      return { message: 'Setup complete', token, name, email }
    },
  )

  app.get(
    '/auth/me',
    { config: { access: 'setup' }, schema: { response: { 200: contract.Me } } },
    async (request) => {
      const { id, name, email, is_main, must_set_up } = callerOf(request)
      const me: contract.Me = {
        id,
        name,
        email,
        is_main_admin: is_main ? 1 : 0,
        isMainAdmin: is_main,
        must_change_password: must_set_up ? 1 : 0,
      }
      return me
    },
  )
}

/** Takes as long for an unknown address as for a known one. */
async function knowsPassword(services: Services, found: AdminRow | undefined, password: string) {
  const credentials =
    found &&
    (await services.vault
      .selectFrom('credentials')
      .select('password_hash')
      .where('admin_id', '=', found.id)
      .executeTakeFirst())
  return services.passwords.verify(password, credentials?.password_hash ?? null)
}

const signedIn = ({ id, name, email, is_main, must_set_up }: AdminRow) => ({
  id,
  name,
  email,
  isMainAdmin: is_main,
  mustChangePassword: must_set_up,
})
