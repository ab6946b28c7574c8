import type { FastifyRequest } from 'fastify'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { laterChange } from '../../domain/undo/undo.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { tellHistory } from '../../projections/history/entries.ts'
import { rowsLike } from '../../projections/history/folding.ts'
import { openNames, readIfThere } from '../../projections/history/names.ts'
import { findHistoryRow } from '../../projections/history/rows.ts'
import { type HistoryRow, KINDS_OF_ACCOUNTS } from '../../projections/read-models/history.ts'
import { callerOf } from '../server/access.ts'
import { HttpRefusal } from '../server/problems.ts'
import type { Services } from '../server/services.ts'
import { command } from './command.ts'
import { requireAsSeen } from './revisions-seen.ts'
import { decisionOn, type UndoneRow } from './undo-decisions.ts'

/** The row of an event that this admin may see. Throws Refusal not_found. */
export async function requireHistoryRow(
  { read }: Services,
  request: FastifyRequest,
  eventId: string,
): Promise<HistoryRow> {
  const row = await findHistoryRow(read, eventId)
  if (!row || (KINDS_OF_ACCOUNTS.includes(row.kind) && !callerOf(request).is_main)) {
    throw new Refusal('not_found', 'This event does not exist')
  }
  return row
}

/** The events that would undo this one. Throws Refusal with the reason why they cannot be, and HttpRefusal 403. */
export async function planUndo(
  services: Services,
  request: FastifyRequest,
  row: HistoryRow,
): Promise<DomainEvent[]> {
  const events = await undoableEvents(services, request, row)
  const decide = await decisionOn(services, request.receivedAt, row)
  return decide(events)
}

/**
 * Appends them and answers them; so does a request that is repeated. What is
 * appended names the event that it undoes.
 */
export async function undo(
  services: Services,
  request: FastifyRequest,
  row: HistoryRow,
): Promise<readonly DomainEvent[]> {
  const recorded = await readIfThere(services.store, row.stream)
  const done = undoneBy(recorded, row)
  const last = done.at(-1)
  if (last) {
    request.isBehind = !(await services.projector.waitFor(last.position))
    return asWritten(done)
  }
  const plan = await planUndo(services, request, row)
  await append(services, request, row)
  return plan
}

/** The events that would undo all that the command of this event did of the same kind. Throws as planUndo does. */
export async function planUndoOfAll(
  services: Services,
  request: FastifyRequest,
  row: HistoryRow,
): Promise<DomainEvent[]> {
  const decide = await decisionOn(services, request.receivedAt, await withOthers(services, row))
  const recorded = await readIfThere(services.store, row.stream)
  requireByAdmin(request, row)
  return decide(asWritten(recorded))
}

/** Appends them as one command. What was changed again since stays. */
export async function undoAll(
  services: Services,
  request: FastifyRequest,
  row: HistoryRow,
): Promise<readonly DomainEvent[]> {
  const done = undoneBy(await readIfThere(services.store, row.stream), row)
  const last = done.at(-1)
  if (last) {
    request.isBehind = !(await services.projector.waitFor(last.position))
    return asWritten(done)
  }
  const plan = await planUndoOfAll(services, request, row)
  await append(services, request, await withOthers(services, row))
  return plan
}

async function withOthers({ read }: Services, row: HistoryRow): Promise<UndoneRow> {
  return { ...row, revisions: (await rowsLike(read, row)).map(({ revision }) => revision) }
}

async function append(services: Services, request: FastifyRequest, row: UndoneRow) {
  request.causationId = row.event_id
  await command(services, request, everythingIn(row.stream), [], async (events) => {
    await requireAsSeen(services, request, row.season_id)
    return (await decisionOn(services, request.receivedAt, row))(events)
  })
}

const ONLY_MAIN_ADMIN = /^(NotificationsSwitched|SecondFactor)/

function requireByAdmin(request: FastifyRequest, row: HistoryRow) {
  if (row.actor_kind !== 'admin') throw new Refusal('wrong_state', 'Only what an admin did can be undone')
  if (ONLY_MAIN_ADMIN.test(row.type) && !callerOf(request).is_main) {
    throw new HttpRefusal(403, 'Only the main admin may do this')
  }
}

/** What undid an event already, while nothing has changed it again since. */
function undoneBy(recorded: readonly RecordedEvent[], { revision, event_id }: HistoryRow): RecordedEvent[] {
  const events = asWritten(recorded)
  const later = laterChange(events, revision)
  if (later === null || laterChange(events, later) !== null) return []
  const { causationId, commandId } = recorded[later]?.metadata ?? {}
  return causationId === event_id ? recorded.filter(({ metadata }) => metadata.commandId === commandId) : []
}

/** A stream as all that ever happened in it. */
const everythingIn = (stream: string): Aggregate<readonly DomainEvent[], DomainEvent, []> => ({
  stream: () => stream,
  initial: [],
  evolve: (events, event) => [...events, event],
})

/** The stream of an event that an admin did and nothing has overtaken. */
async function undoableEvents(
  services: Services,
  request: FastifyRequest,
  row: HistoryRow,
): Promise<readonly DomainEvent[]> {
  const { store, read } = services
  const recorded = await readIfThere(store, row.stream)
  if (recorded[row.revision] === undefined) throw new Refusal('not_found', 'This event does not exist')
  requireByAdmin(request, row)
  const events = asWritten(recorded)
  const later = laterChange(events, row.revision)
  const laterRow = later === null ? null : await findHistoryRow(read, recorded[later]?.id ?? '')
  if (!laterRow) return events
  const [told] = await tellHistory(store, await openNames(read, store), [laterRow])
  throw new Refusal('wrong_state', `It was changed again since: ${told?.sentence ?? 'by somebody else'}`)
}

/** What stands in a stream was written by its own decisions. */
const asWritten = (recorded: readonly unknown[]) => recorded as readonly DomainEvent[]
