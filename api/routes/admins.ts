import {
  addSecondaryAdmin,
  changeEmail,
  removeSecondaryAdmin,
  signOutEverywhere,
} from '../../commands/accounts/admin-list.ts'
import { resetFactor } from '../../commands/accounts/second-factor-changes.ts'
import { listAdminsWithFactor } from '../../commands/accounts/second-factor-rows.ts'
import { command, current } from '../../commands/command.ts'
import { admin, renameAdmin, secondaryAdmin } from '../../domain/admins/admin.ts'
import { listAdmins } from '../../projections/read-models/admins.ts'
import { noteSecurity } from '../accounts/security-log.ts'
import * as contract from '../contract/admins.ts'
import { ChangeEmailBody, ChangeNameBody } from '../contract/auth.ts'
import { IdParams, Message } from '../contract/schema.ts'
import { drawId } from '../idempotency/idempotency.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'main_admin' } as const

/** The secondary admins, in the hands of the main admin. */
export function adminRoutes(app: App, services: Services): void {
  const { read, privateSchema } = services

  app.get('/admin/admins', { config, schema: { response: { 200: contract.AdminList } } }, async () => {
    const rows = await listAdmins(read)
    const withFactor = await listAdminsWithFactor(privateSchema)
    return rows.map(({ id, name, email, is_main, created_at }) => ({
      ...{ id, name, email, created_at },
      is_main_admin: is_main ? (1 as const) : (0 as const),
      has_second_factor: withFactor.has(id) ? (1 as const) : (0 as const),
    }))
  })

  app.post(
    '/admin/admins',
    { config, schema: { body: contract.AdminBody, response: { 201: contract.AdminAdded } } },
    async (request, reply) => {
      const { name, email } = request.body
      const id = await addSecondaryAdmin(services, contextOf(request), { name, email }, () =>
        drawId(services, request, 'admin'),
      )
      return reply.code(201).send({ message: 'Admin added', id, name, email })
    },
  )

  app.put(
    '/admin/admins/:id/change-email',
    {
      config,
      schema: { params: IdParams, body: ChangeEmailBody, response: { 200: contract.AdminEmailChanged } },
    },
    async (request) => {
      const { id } = request.params
      const before = secondaryAdmin(await current(services, admin, id))
      const { name, email } = await changeEmail(services, contextOf(request), id, request.body.newEmail)
      noteSecurity(services, request, { what: 'address change', outcome: 'succeeded', email: before.email })
      return { message: 'Email changed', name, newEmail: email }
    },
  )

  app.put(
    '/admin/admins/:id/change-name',
    {
      config,
      schema: { params: IdParams, body: ChangeNameBody, response: { 200: contract.AdminRenamed } },
    },
    async (request) => {
      const { state } = await command(services, contextOf(request), admin, [request.params.id], (state) =>
        renameAdmin(secondaryAdmin(state), request.body.newName),
      )
      const { email, name } = secondaryAdmin(state)
      return { message: 'Name changed', email, newName: name }
    },
  )

  app.delete(
    '/admin/admins/:id/sessions',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      const { id } = request.params
      secondaryAdmin(await current(services, admin, id))
      await signOutEverywhere(services, contextOf(request), id)
      return { message: 'Admin signed out' }
    },
  )

  app.post(
    '/admin/admins/:id/reset-second-factor',
    {
      config,
      schema: {
        params: IdParams,
        body: contract.ResetSecondFactorBody,
        response: { 200: Message },
      },
    },
    async (request) => {
      const { email } = await resetFactor(services, contextOf(request, request.body), request.params.id)
      noteSecurity(services, request, { what: 'second factor change', outcome: 'succeeded', email })
      return { message: 'Second factor reset' }
    },
  )

  app.delete(
    '/admin/admins/:id',
    { config, schema: { params: IdParams, response: { 200: Message } } },
    async (request) => {
      await removeSecondaryAdmin(services, contextOf(request), request.params.id)
      return { message: 'Admin removed' }
    },
  )
}
