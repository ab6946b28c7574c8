import type { CommandServices } from '../../commands/services.ts'
import { effectOf, previewOf } from '../../commands/undo/previews.ts'
import { planUndo, requireHistoryRow, type Undo as Undone, undo } from '../../commands/undo/undo.ts'
import { dryRunOf } from '../../commands/undo/undo-dry-run.ts'
import { Refusal } from '../../domain/refusal.ts'
import { sentenceOfUndo } from '../../domain/undo/undo-sentences.ts'
import { hidesPick } from '../../projections/history/entries.ts'
import { sealedFromAdmins } from '../../projections/history/pick-visibility.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { callerOf } from '../accounts/access.ts'
import { presentEffects, presentPreview } from '../presenters/effects.ts'
import { contextOf } from '../server/command-context.ts'
import { type App, serve } from '../server/serve.ts'

export function undoRoutes(app: App, services: CommandServices): void {
  serve(app, 'GET /admin/history/{eventId}/effect', async (request) => {
    const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
    return { seasons: presentEffects(await effectOf(services, row)) }
  })

  const isSealed = sealedFromAdmins(services.store)
  const hiding = async (row: HistoryRow) => ({ sealed: await hidesPick(isSealed, row) })

  offer('/admin/history/{eventId}/undo', 'event')
  offer('/admin/history/{eventId}/undo-all', 'command')

  function offer(
    path: '/admin/history/{eventId}/undo' | '/admin/history/{eventId}/undo-all',
    scope: Undone['scope'],
  ) {
    serve(app, `GET ${path}`, async (request) => {
      const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
      const context = contextOf(request)
      const planned = await planUndo(services, context, callerOf(request), { row, scope }).catch(whyNot)
      if ('sentence' in planned) return { possible: false, preview: null, ...planned }
      const { receivedAt } = request
      const dryRun = dryRunOf(row, planned, receivedAt)
      const of = { seasonId: row.season_id, roundId: row.round_id }
      const preview = dryRun && presentPreview(await previewOf(services, of, async () => dryRun))
      return { possible: true, sentence: sentenceOfUndo(planned, await hiding(row)), preview }
    })

    serve(app, `POST ${path}`, async (request) => {
      const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
      const context = contextOf(request, request.body)
      const undone = await undo(services, context, callerOf(request), { row, scope })
      return { message: sentenceOfUndo(undone, await hiding(row)) }
    })
  }
}

function whyNot(error: unknown): { sentence: string } {
  if (error instanceof Refusal) return { sentence: error.message }
  throw error
}
