import { Refusal } from '#domain/refusal'
import { sentenceOfUndo } from '#domain/undo-sentences'
import type { App } from '../app.ts'
import { EventParams } from '../contract/history.ts'
import { Message } from '../contract/schema.ts'
import { EventEffect, Undo, UndoBody } from '../contract/undo.ts'
import { effectOf } from '../effects.ts'
import { bodyOrNone } from '../optional-body.ts'
import { previewOf } from '../previews.ts'
import { HttpRefusal } from '../problems.ts'
import type { Services } from '../services.ts'
import { planUndo, requireHistoryRow, undo } from '../undo.ts'
import { hypothesisOf } from '../undo-hypothesis.ts'

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

  app.get(
    '/admin/history/:eventId/undo',
    { config, schema: { params: EventParams, response: { 200: Undo } } },
    async (request) => {
      const row = await requireHistoryRow(services, request, request.params.eventId)
      const plan = await planUndo(services, request, row).catch(whyNot)
      if ('sentence' in plan) return { possible: false, preview: null, ...plan }
      const { receivedAt } = request
      const hypothesis = hypothesisOf(row, plan, receivedAt)
      const preview = hypothesis && (await previewOf(services, receivedAt, async () => hypothesis))
      return { possible: true, sentence: sentenceOfUndo(plan), preview }
    },
  )

  app.post(
    '/admin/history/:eventId/undo',
    {
      config,
      preValidation: bodyOrNone,
      schema: { params: EventParams, body: UndoBody, response: { 200: Message } },
    },
    async (request) => {
      const row = await requireHistoryRow(services, request, request.params.eventId)
      request.reason = request.body.reason ?? null
      request.seenPosition = request.body.seenPosition ?? null
      return { message: sentenceOfUndo(await undo(services, request, row)) }
    },
  )
}

function whyNot(error: unknown): { sentence: string } {
  if (error instanceof Refusal || error instanceof HttpRefusal) return { sentence: error.message }
  throw error
}
