import {
  addSecondaryAdmin,
  changeEmail,
  removeSecondaryAdmin,
  signOutEverywhere,
} from '../../commands/accounts/admin-list.ts'
import { resetFactor } from '../../commands/accounts/second-factor.ts'
import { listAdminsWithFactor } from '../../commands/accounts/second-factor-rows.ts'
import { command, current } from '../../commands/command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { admin, renameAdmin, secondaryAdmin } from '../../domain/admins/admin.ts'
import { listAdmins } from '../../projections/now/admins.ts'
import { underNewId } from '../idempotency/idempotency.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import { noteSecurity } from './security-log.ts'

export function adminRoutes(app: App, services: CommandServices): void {
  const { read, privateSchema } = services

  serve(app, 'GET /admin/admins', async () => {
    const found = await listAdmins(read)
    const withFactor = await listAdminsWithFactor(privateSchema)
    return found.map(({ adminId, name, email, isMain, createdAt }) => ({
      id: adminId,
      name,
      email,
      created_at: createdAt,
      is_main_admin: isMain ? (1 as const) : (0 as const),
      has_second_factor: withFactor.has(adminId) ? (1 as const) : (0 as const),
    }))
  })

  serve(app, 'POST /admin/admins', async (request, reply) => {
    const { name, email } = request.body
    const id = await underNewId(services, request, 'admin', (newId) =>
      addSecondaryAdmin(services, contextOf(request), { name, email }, newId),
    )
    return reply.code(201).send({ message: 'Admin added', id, name, email })
  })

  serve(app, 'PUT /admin/admins/{id}/change-email', async (request) => {
    const { id } = request.params
    const before = secondaryAdmin(await current(services, admin, id))
    const { name, email } = await changeEmail(services, contextOf(request), id, request.body.newEmail)
    noteSecurity(services, request, { what: 'address change', outcome: 'succeeded', email: before.email })
    return { message: 'Email changed', name, newEmail: email }
  })

  serve(app, 'PUT /admin/admins/{id}/change-name', async (request) => {
    const { state } = await command(services, contextOf(request), admin, [request.params.id], (state) =>
      renameAdmin(secondaryAdmin(state), request.body.newName),
    )
    const { email, name } = secondaryAdmin(state)
    return { message: 'Name changed', email, newName: name }
  })

  serve(app, 'DELETE /admin/admins/{id}/sessions', async (request) => {
    const { id } = request.params
    secondaryAdmin(await current(services, admin, id))
    await signOutEverywhere(services, contextOf(request), id)
    return { message: 'Admin signed out' }
  })

  serve(app, 'POST /admin/admins/{id}/reset-second-factor', async (request) => {
    const { email } = await resetFactor(services, contextOf(request, request.body), request.params.id)
    noteSecurity(services, request, { what: 'second factor change', outcome: 'succeeded', email })
    return { message: 'Two-step sign-in reset' }
  })

  serve(app, 'DELETE /admin/admins/{id}', async (request) => {
    await removeSecondaryAdmin(services, contextOf(request), request.params.id)
    return { message: 'Admin removed' }
  })
}
