import { PassThrough, type Readable } from 'node:stream'
import { Type } from 'typebox'
import { Refusal } from '../../domain/refusal.ts'
import { latestSeal, sealForPosition } from '../../platform/integrity/seals.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { verify } from '../../projections/engine/verify.ts'
import { lastLockOf } from '../../projections/history/rows.ts'
import * as contract from '../contract/operations.ts'
import { IdParams } from '../contract/schema.ts'
import type { App } from '../server/app.ts'
import type { Services } from '../server/services.ts'

/** The main admin, or whoever may read the data folder of this machine. */
const config = { access: 'main_admin', operator: true } as const
const started = { 202: contract.Operation }
const Zip = {
  content: {
    'application/zip': {
      schema: Type.Unsafe<Readable>(Type.String({ format: 'binary' })),
      example: 'The bytes of league-2027-03-01.zip',
    },
  },
}

/** What concerns the league as a whole. Long work goes on behind its answer. */
export function operationRoutes(app: App, services: Services): void {
  const { database, kysely, read, store, rawEventStore, clock, operations, boards, readSchemaName } = services

  app.get('/admin/operations', { config, schema: { response: { 200: contract.Operations } } }, async () => ({
    operation: operations.latest(),
    runsElsewhere: await operations.runsElsewhere(),
    seal: await latestSeal(kysely),
  }))

  app.post(
    '/admin/operations/verify',
    { config, schema: { body: contract.VerifyBody, response: started } },
    async ({ body: { heads = [] } }, reply) => {
      const run = (onEvents: (count: number) => void) =>
        verify({ database, store, rawEventStore, live: readSchemaName, heads, onEvents })
      return reply.code(202).send(await operations.start({ kind: 'verify', passes: 2, run }))
    },
  )

  app.post(
    '/admin/operations/rebuild',
    { config, schema: { body: contract.RebuildBody, response: started } },
    async (_request, reply) => {
      const run = async (onEvents: (count: number) => void) => {
        await rebuild(database, store, { schema: readSchemaName, onEvents }).finally(boards.forget)
        return null
      }
      return reply.code(202).send(await operations.start({ kind: 'rebuild', passes: 1, run }))
    },
  )

  app.get(
    '/admin/operations/export',
    { config, schema: { querystring: contract.ExportQuery, response: { 200: Zip } } },
    async (request, reply) => {
      const personalData = request.query.personalData !== 'false'
      const file = new PassThrough()
      exportLeague(file, { kysely, store, rawEventStore, clock, personalData }).catch((error) =>
        file.destroy(error),
      )
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="league-${clock.now().slice(0, 10)}.zip"`)
        .send(file)
    },
  )

  app.get(
    '/public/rounds/:id/seal',
    { config: { access: 'public' }, schema: { params: IdParams, response: { 200: contract.RoundSeal } } },
    async ({ params: { id } }) => {
      const lock = await lastLockOf(read, id)
      if (lock === undefined) throw new Refusal('not_found', 'Sport not found')
      return { roundId: id, seal: lock === null ? null : await sealForPosition(kysely, lock) }
    },
  )
}
