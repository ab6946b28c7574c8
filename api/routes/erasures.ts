import type { FastifyRequest } from 'fastify'
import { endSessions } from '../../commands/accounts/credentials.ts'
import { removeFactor } from '../../commands/accounts/second-factor-rows.ts'
import { commandOf, shown } from '../../commands/command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { sweepTraces } from '../../platform/erasing/erasing-traces.ts'
import type { Person } from '../../platform/erasing/mail-erasing.ts'
import { dropUnusedTables } from '../../projections/engine/checkpoint.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type ById = FastifyRequest<{ Params: { id: number } }>

type Uses = CommandServices & Pick<Services, 'database' | 'kysely' | 'rawEventStore'>

export function erasureRoutes(app: App, services: Uses): void {
  const { database, privateSchema, log } = services

  serve(app, 'POST /admin/users/{id}/erase', async (request) => {
    await erase(request, { kind: 'player', id: request.params.id })
    return { message: 'Player erased. Their points and ranks stay' }
  })

  serve(app, 'POST /admin/historical-champions/{id}/erase', async (request) => {
    await erase(request, { kind: 'champion', id: request.params.id })
    return { message: 'Champion erased' }
  })

  serve(app, 'POST /admin/admins/{id}/erase', async (request) => {
    await erase(request, { kind: 'admin', id: request.params.id })
    await removeFactor(privateSchema, request.params.id)
    await endSessions(privateSchema, request.params.id)
    return { message: 'Admin erased' }
  })

  async function erase(request: ById, person: Person) {
    const context = contextOf(request)
    await shown(services, context, await erasePerson(services, person, commandOf(context)))
    await dropUnusedTables(database)
    await sweepTraces(database, (err) => log.error({ err }, 'what an erased person left could not be swept'))
  }
}
