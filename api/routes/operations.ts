import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { command } from '../../commands/command.ts'
import type { CommandServices } from '../../commands/services.ts'
import { Refusal } from '../../domain/refusal.ts'
import { EXPORTED_AT_CONSOLE, league, recordDownload, recordExport } from '../../domain/settings/league.ts'
import { latestSeal, sealForPosition } from '../../platform/integrity/hash-chain.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import { later } from '../../platform/time/clock.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { sportsSealedFromAdmins } from '../../projections/now/pick-visibility.ts'
import { lastLockOf } from '../../projections/now/rounds.ts'
import { verificationReport } from '../../projections/verification/verify.ts'
import { contextOf } from '../server/command-context.ts'
import { startBackup } from '../server/operations.ts'
import { type App, serve } from '../server/serve.ts'
import type { Services } from '../server/services.ts'

type Uses = CommandServices &
  Pick<Services, 'database' | 'kysely' | 'rawEventStore' | 'operations' | 'backups'>

export function operationRoutes(app: App, services: Uses): void {
  const { database, kysely, read, store, rawEventStore, clock, operations, projector } = services
  const { backups, lockSettleMs } = services

  serve(app, 'GET /admin/operations', async () => ({
    operation: operations.latest(),
    runsElsewhere: await operations.runsElsewhere(),
    seal: await latestSeal(kysely),
  }))

  serve(app, 'POST /admin/operations/verify', async ({ body: { heads = [] } }, reply) => {
    const run = (onEvents: (count: number) => void) =>
      verificationReport({
        ...{ database, store, rawEventStore, now: clock.now(), onEvents },
        heads: heads.map((head) => head.toLowerCase()),
      })
    return reply.code(202).send(await operations.start({ kind: 'verify', passes: 2, run }))
  })

  serve(app, 'POST /admin/operations/rebuild', async (_request, reply) => {
    const run = async (onEvents: (count: number) => void) => {
      await rebuild(database, store, { onEvents }).finally(() => projector.noteSwap())
      return null
    }
    return reply.code(202).send(await operations.start({ kind: 'rebuild', passes: 1, run }))
  })

  serve(
    app,
    'GET /admin/operations/export',
    async (request, reply) => {
      // Who runs the server's own commands has its folder anyway.
      if (request.admin) await refuseSealed(request)
      const personalData = request.query.personalData !== 'false'
      const reason = request.admin ? null : EXPORTED_AT_CONSOLE
      await command(services, contextOf(request, { reason }), league, [], () => recordExport(personalData))
      const file = new PassThrough()
      exportLeague(file, { kysely, store, rawEventStore, clock, personalData }).catch((error) =>
        file.destroy(error),
      )
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="league-${clock.now().slice(0, 10)}.zip"`)
        .send(file)
    },
    { exposeHeadRoute: false },
  )

  serve(app, 'GET /admin/operations/backups', async () => ({
    backups: await backups.list(),
    keep: backups.keep,
    at: backups.at,
    nextAt: await backups.nextAt(),
    encrypted: backups.passphrase !== null,
  }))

  serve(app, 'POST /admin/operations/backups', async (_request, reply) => {
    backups.requireFolder()
    return reply.code(202).send(await startBackup(operations, backups))
  })

  serve(
    app,
    'GET /admin/operations/backups/{file}',
    async (request, reply) => {
      const found = (await backups.list()).find(({ file }) => file === request.params.file)
      if (!found) throw new Refusal('backup-not-found')
      await refuseSealed(request)
      const { file, bytes } = found
      await command(services, contextOf(request), league, [], () => recordDownload(file))
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${file}"`)
        .header('content-length', bytes)
        .send(createReadStream(join(backups.requireFolder(), file)))
    },
    { exposeHeadRoute: false },
  )

  async function refuseSealed({ receivedAt }: FastifyRequest) {
    // What was put aside may come back: no clock is still before its lock time.
    const sealed = await sportsSealedFromAdmins(read, store, later(receivedAt, -lockSettleMs))
    if (sealed.length > 0) throw new Refusal('export-reveals-picks', { sports: sealed })
  }

  serve(app, 'GET /public/rounds/{id}/seal', async (request) => {
    const { id } = request.params
    const lock = await lastLockOf(read, id)
    if (lock === undefined) throw new Refusal('sport-not-found')
    const seal = lock === null ? null : await sealForPosition(kysely, lock)
    // A lock is sealed without an event.
    if (lock === null || seal !== null) request.isKept = true
    return { roundId: id, seal }
  })
}
