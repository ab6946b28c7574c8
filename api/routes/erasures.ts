import type { FastifyRequest } from 'fastify'
import { erasePerson, type Person } from '#platform/erasing'
import type { App } from '../app.ts'
import { EraseBody } from '../contract/operations.ts'
import { IdParams, Message } from '../contract/schema.ts'
import { endSessions } from '../credentials.ts'
import type { Services } from '../services.ts'

const config = { access: 'main_admin', operator: true } as const
const schema = { params: IdParams, body: EraseBody, response: { 200: Message } }

type ById = FastifyRequest<{ Params: { id: number } }>

/** Names and addresses go for good, wherever they stand; points and ranks stay. */
export function erasureRoutes(app: App, services: Services): void {
  const { projector, vault } = services

  app.post('/admin/users/:id/erase', { config, schema }, async (request) => {
    await erase(request, { kind: 'player', id: request.params.id })
    return { message: 'Player erased. Their points and ranks stay' }
  })

  app.post('/admin/admins/:id/erase', { config, schema }, async (request) => {
    await erase(request, { kind: 'admin', id: request.params.id })
    await endSessions(vault, request.params.id)
    return { message: 'Admin erased' }
  })

  async function erase({ commandId, actor, receivedAt }: ById, person: Person) {
    const command = { id: commandId, actor, occurredAt: receivedAt }
    const position = await erasePerson(services, person, command)
    if (position !== null) await projector.waitFor(position)
  }
}
