import { signOutEverywhere } from '../../commands/accounts/admin-list.ts'
import { endSession, listSessions } from '../../commands/accounts/session-rows.ts'
import { callerOf } from '../accounts/access.ts'
import { sessionOf } from '../accounts/sessions.ts'
import { contextOf } from '../server/command-context.ts'
import { HttpRefusal } from '../server/problems.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

/** Where an admin is signed in. */
export function authSessionRoutes(app: App, services: Services): void {
  const { privateSchema, settings } = services

  serve(app, 'POST /auth/logout', async (request) => {
    await endSession(privateSchema, callerOf(request).adminId, sessionOf(request).id)
    return { message: 'Signed out' }
  })

  serve(app, 'GET /auth/sessions', async (request) => {
    const { adminId } = callerOf(request)
    const { id: currentId } = sessionOf(request)
    const rows = await listSessions(privateSchema, adminId, request.receivedAt, settings.sessionIdleMinutes)
    return rows.map(({ id, device, network, created_at, last_used_at }) => ({
      ...{ id, device, network, created_at, last_used_at },
      isCurrent: id === currentId,
    }))
  })

  serve(app, 'DELETE /auth/sessions/{id}', async (request) => {
    const found = await endSession(privateSchema, callerOf(request).adminId, request.params.id)
    if (!found) throw new HttpRefusal(404, 'Session not found')
    return { message: 'Signed out' }
  })

  serve(app, 'DELETE /auth/sessions', async (request) => {
    await signOutEverywhere(services, contextOf(request), callerOf(request).adminId)
    return { message: 'Signed out everywhere' }
  })
}
