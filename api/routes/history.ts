import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { CommandServices } from '../../commands/services.ts'
import { requireHistoryRow } from '../../commands/undo/undo.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { later } from '../../platform/time/clock.ts'
import { readInstant } from '../../platform/time/time-zone.ts'
import { hidesPick } from '../../projections/history/entries.ts'
import { historyPage, wholeHistory } from '../../projections/history/history-pages.ts'
import { type HistoryFilter, listHistoryRows } from '../../projections/history/rows.ts'
import { sealedFrom } from '../../projections/now/pick-visibility.ts'
import { callerOf } from '../accounts/access.ts'
import type * as contract from '../contract/history.ts'
import { historyCsv, presentEntry } from '../presenters/history.ts'
import { type App, serve } from '../server/serve.ts'

const DAY_MS = 24 * 3_600_000

type Uses = CommandServices

/** Everything that happened, newest first. What concerns the admins' own accounts is for the main admin alone. */
export function historyRoutes(app: App, services: Uses): void {
  const { read, store } = services
  const isSealed = sealedFrom('admins', store)

  serve(app, 'GET /admin/history', async (request) => {
    const { before, per, command, event: eventId } = request.query
    const [named] = command ? await listHistoryRows(read, { eventId: command, withAdmins: true }, 1) : []
    const commandId = named?.command_id ?? command
    const filter = { ...filterOf(request), before, commandId, eventId, folded: per === 'command' }
    const { entries, next } = await historyPage(services, filter)
    return { entries: entries.map(presentEntry), next }
  })

  serve(app, 'GET /admin/history.csv', async (request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="history.csv"')
      .send(historyCsv(Readable.from(wholeHistory(services, filterOf(request))))),
  )

  serve(app, 'GET /admin/history/{eventId}', async (request) => {
    const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
    const recorded = (await readIfThere(store, row.stream)).find(({ revision }) => revision === row.revision)
    if (!recorded) throw new Refusal('event-not-found')
    const { id, stream, revision, position, type, recordedAt } = recorded
    const { data, metadata } = (await hidesPick(isSealed, row)) ? withoutValues(recorded) : recorded
    return { eventId: id, stream, revision, position, type, data, metadata, recordedAt }
  })
}

/** The reason may tell the pick as well. The ids of the command stay hidden too: with them values could be tried out against the heads of the chain. */
function withoutValues({ data, metadata: { actor, occurredAt } }: RecordedEvent) {
  const { picks: _picks, value: _value, ...rest } = data as { picks?: unknown; value?: unknown }
  return { data: rest, metadata: { actor, occurredAt } }
}

function filterOf(request: FastifyRequest<{ Querystring: contract.HistoryFilters }>): HistoryFilter {
  const { season, round, player, admin, kind, from, to } = request.query
  return {
    seasonId: season,
    roundId: round,
    playerId: player,
    adminId: admin,
    kind,
    from: from && startOf(from, 'from'),
    to: to && startOf(isDay(to) ? later(startOf(to, 'to'), DAY_MS) : to, 'to'),
    withAdmins: callerOf(request).isMain,
  }
}

const isDay = (text: string) => !text.includes('T')

function startOf(text: string, field: string) {
  const instant = readInstant(text)
  if (instant === null) throw new Refusal('day-unknown', { field })
  return instant
}
