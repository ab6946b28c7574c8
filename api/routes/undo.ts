import { Refusal } from '../../domain/refusal.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import { previewOf } from '../commands/previews.ts'
import { planUndo, planUndoOfAll, requireHistoryRow, undo, undoAll } from '../commands/undo.ts'
import { dryRunOf } from '../commands/undo-dry-run.ts'
import { EventParams } from '../contract/history.ts'
import { Message } from '../contract/schema.ts'
import { EventEffect, Undo, UndoBody } from '../contract/undo.ts'
import { effectOf } from '../presenters/effects.ts'
import type { App } from '../server/app.ts'
import { bodyOrNone } from '../server/optional-body.ts'
import { HttpRefusal } from '../server/problems.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const

/** What an entry of the history did to the standings, and the way back from it. */
export function undoRoutes(app: App, services: Services): void {
  app.get(
    '/admin/history/:eventId/effect',
    { config, schema: { params: EventParams, response: { 200: EventEffect } } },
    async (request) => {
      const row = await requireHistoryRow(services, request, request.params.eventId)
      return { seasons: await effectOf(services, row) }
    },
  )

  offer('/admin/history/:eventId/undo', planUndo, undo)
  offer('/admin/history/:eventId/undo-all', planUndoOfAll, undoAll)

  /** Shows at GET what would happen, and does it at POST. */
  function offer(path: string, plan: typeof planUndo, carryOut: typeof undo) {
    app.get(path, { config, schema: { params: EventParams, response: { 200: Undo } } }, async (request) => {
      const row = await requireHistoryRow(services, request, request.params.eventId)
      const planned = await plan(services, request, row).catch(whyNot)
      if ('sentence' in planned) return { possible: false, preview: null, ...planned }
      const { receivedAt } = request
      const dryRun = dryRunOf(row, planned, receivedAt)
      const preview = dryRun && (await previewOf(services, receivedAt, row.season_id, async () => dryRun))
      return { possible: true, sentence: sentenceOfUndo(planned), preview }
    })

    app.post(
      path,
      {
        config,
        preValidation: bodyOrNone,
        schema: { params: EventParams, body: UndoBody, response: { 200: Message } },
      },
      async (request) => {
        const row = await requireHistoryRow(services, request, request.params.eventId)
        request.reason = request.body.reason ?? null
        request.seenPosition = request.body.seenPosition ?? null
        return { message: sentenceOfUndo(await carryOut(services, request, row)) }
      },
    )
  }
}

function whyNot(error: unknown): { sentence: string } {
  if (error instanceof Refusal || error instanceof HttpRefusal) return { sentence: error.message }
  throw error
}
