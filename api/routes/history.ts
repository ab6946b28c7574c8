import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { CommandServices } from '../../commands/services.ts'
import { requireHistoryRow } from '../../commands/undo/undo.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { later } from '../../platform/time/clock.ts'
import { readInstant } from '../../platform/time/time-zone.ts'
import {
  describeHistory,
  findRecorded,
  type HistoryEntry,
  hidesPick,
  rowsHidden,
  sportOf,
} from '../../projections/history/entries.ts'
import { foldEntries } from '../../projections/history/folding.ts'
import {
  findHistoryRow,
  type HistoryFilter,
  isFolded,
  listHistoryRows,
} from '../../projections/history/rows.ts'
import { markUndone } from '../../projections/history/undo-marks.ts'
import { sealedFromAdmins, sealedFromPublic } from '../../projections/queries/pick-visibility.ts'
import { callerOf } from '../accounts/access.ts'
import type * as contract from '../contract/history.ts'
import { historyCsv, presentEntry } from '../presenters/history.ts'
import { type App, serve } from '../server/serve.ts'

const PAGE_ENTRIES = 50
const CSV_ENTRIES_AT_ONCE = 200
const DAY_MS = 24 * 3_600_000

type Uses = CommandServices

/** Everything that happened, newest first. What concerns the admins' own accounts is for the main admin alone. */
export function historyRoutes(app: App, services: Uses): void {
  const { read, store } = services
  const isSealed = sealedFromAdmins(store)

  serve(app, 'GET /admin/history', async (request) => {
    const { before, per, command, event: eventId } = request.query
    const commandId = command && ((await findHistoryRow(read, command))?.command_id ?? command)
    const filter = { ...filterOf(request), before, commandId, eventId, folded: per === 'command' }
    const rows = await listHistoryRows(read, filter, PAGE_ENTRIES + 1)
    const page = rows.slice(0, PAGE_ENTRIES)
    const sources = { read, isSealed, withAdmins: filter.withAdmins }
    const described = await describeHistory(read, isSealed, page)
    const folded = isFolded(filter) ? await foldEntries(sources, described) : described
    const entries = await markUndone(sources, folded)
    const next = rows.length > PAGE_ENTRIES ? (page.at(-1)?.position ?? null) : null
    const hidden = new Set([...(await rowsHidden(isSealed, page))].map(({ event_id }) => event_id))
    return {
      entries: entries.map((entry) =>
        presentEntry(hidden.has(entry.eventId) ? withoutCommand(entry) : entry),
      ),
      next,
    }
  })

  serve(app, 'GET /admin/history.csv', async (request, reply) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="history.csv"')
      .send(historyCsv(Readable.from(allEntries(services, filterOf(request))))),
  )

  serve(app, 'GET /admin/history/{eventId}', async (request) => {
    const row = await requireHistoryRow(services, callerOf(request), request.params.eventId)
    const recorded = await findRecorded(store, row)
    if (!recorded) throw new Refusal('not_found', 'This event does not exist')
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

const withoutCommand = (entry: HistoryEntry): HistoryEntry => ({ ...entry, commandId: entry.eventId })

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
  if (instant === null) throw new Refusal('invalid', `${field} is not a day that exists`, field)
  return instant
}

async function* allEntries({ read, store }: Uses, filter: HistoryFilter): AsyncGenerator<HistoryEntry> {
  let before = filter.before
  for (;;) {
    const rows = await listHistoryRows(read, { ...filter, before }, CSV_ENTRIES_AT_ONCE)
    const hidden = await rowsHidden(sealedFromPublic(store), rows)
    const sportsHidden = new Map([...hidden].map((row) => [row.event_id, sportOf(row)]))
    for (const entry of await describeHistory(read, sealedFromAdmins(store), rows)) {
      const sport = sportsHidden.get(entry.eventId)
      yield sport === undefined ? entry : withoutPick(entry, sport)
    }
    before = rows.at(-1)?.position
    if (before === undefined) return
  }
}

/** A file is given away more easily than a screen. */
const withoutPick = (entry: HistoryEntry, sport: string): HistoryEntry => ({
  ...entry,
  sentence: `${entry.actor.name} changed a pick for ${sport}. Everybody sees it once the sport locks`,
  reason: null,
})
