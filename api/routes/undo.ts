import { previewOf } from '../../commands/undo/previews.ts'
import { planUndo, requireHistoryRow, type Undo as Undone, undo } from '../../commands/undo/undo.ts'
import { dryRunOf } from '../../commands/undo/undo-dry-run.ts'
import { Refusal } from '../../domain/refusal.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import { callerOf } from '../accounts/access.ts'
import { EventParams } from '../contract/history.ts'
import { Message } from '../contract/schema.ts'
import { EventEffect, Undo, UndoBody } from '../contract/undo.ts'
import { effectOf, presentEffects, presentPreview } from '../presenters/effects.ts'
import type { App } from '../server/app.ts'
import { contextOf } from '../server/command-context.ts'
import { bodyOrNone } from '../server/optional-body.ts'
import type { Services } from '../server/services.ts'

const config = { access: 'admin' } as const

/** What an entry of the history did to the standings, and the way back from it. */
export function undoRoutes(app: App, services: Services): void {
  app.get(
    '/admin/history/:eventId/effect',
    { config, schema: { params: EventParams, response: { 200: EventEffect } } },
    async (request) => {
      const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
      return { seasons: presentEffects(await effectOf(services, row)) }
    },
  )

  offer('/admin/history/:eventId/undo', 'event')
  offer('/admin/history/:eventId/undo-all', 'command')

  /** Shows at GET what would happen, and does it at POST. */
  function offer(path: string, scope: Undone['scope']) {
    app.get(path, { config, schema: { params: EventParams, response: { 200: Undo } } }, async (request) => {
      const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
      const context = contextOf(request)
      const planned = await planUndo(services, context, callerOf(request), { row, scope }).catch(whyNot)
      if ('sentence' in planned) return { possible: false, preview: null, ...planned }
      const { receivedAt } = request
      const dryRun = dryRunOf(row, planned, receivedAt)
      const preview =
        dryRun && presentPreview(await previewOf(services, receivedAt, row.season_id, async () => dryRun))
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
        const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
        const context = contextOf(request, request.body)
        return { message: sentenceOfUndo(await undo(services, context, callerOf(request), { row, scope })) }
      },
    )
  }
}

function whyNot(error: unknown): { sentence: string } {
  if (error instanceof Refusal) return { sentence: error.message }
  throw error
}
