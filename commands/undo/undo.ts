import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { laterChange } from '../../domain/undo/undo.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { describeHistory } from '../../projections/history/entries.ts'
import { rowsLike } from '../../projections/history/folding.ts'
import { openNames, readIfThere } from '../../projections/history/names.ts'
import { findHistoryRow } from '../../projections/history/rows.ts'
import { type HistoryRow, KINDS_OF_ACCOUNTS } from '../../projections/read-models/history.ts'
import { command, shown } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireAsSeen } from '../revisions-seen.ts'
import type { CommandServices } from '../services.ts'
import { decisionOn } from './undo-decisions.ts'

/** One event, or all that its command did of the same kind: of these, what was changed again since stays. */
export type Undo = { row: HistoryRow; scope: 'event' | 'command' }

type Caller = { is_main: boolean }

/** The row of an event that this admin may see. Throws Refusal not_found. */
export async function requireHistoryRow(
  { read }: Pick<CommandServices, 'read'>,
  caller: Caller,
  eventId: string,
): Promise<HistoryRow> {
  const row = await findHistoryRow(read, eventId)
  if (!row || (KINDS_OF_ACCOUNTS.includes(row.kind) && !caller.is_main)) throw notFound()
  return row
}

/** The events that would undo it. Throws Refusal with the reason why they cannot be. */
export async function planUndo(
  services: CommandServices,
  context: CommandContext,
  caller: Caller,
  undone: Undo,
): Promise<DomainEvent[]> {
  const recorded = await readIfThere(services.store, undone.row.stream)
  return inverseOf(services, context, caller, undone, asWritten(recorded))
}

/** Appends them, naming the event that they undo, and answers them; so does a command that is repeated. */
export async function undo(
  services: CommandServices,
  context: CommandContext,
  caller: Caller,
  undone: Undo,
): Promise<readonly DomainEvent[]> {
  const { row } = undone
  const recorded = await readIfThere(services.store, row.stream)
  if (recorded[row.revision] === undefined) throw notFound()
  const done = undoneBy(recorded, row)
  const last = done.at(-1)
  if (last) {
    await shown(services, context, last.position)
    return asWritten(done)
  }
  const decide = async (events: readonly DomainEvent[]) => {
    const inverse = await inverseOf(services, context, caller, undone, events)
    await requireAsSeen(services, context, row.season_id)
    return inverse
  }
  const causing = { ...context, causationId: row.event_id }
  return (await command(services, causing, everythingIn(row.stream), [], decide)).events
}

async function inverseOf(
  services: CommandServices,
  { receivedAt }: CommandContext,
  caller: Caller,
  { row, scope }: Undo,
  events: readonly DomainEvent[],
): Promise<DomainEvent[]> {
  if (events[row.revision] === undefined) throw notFound()
  requireByAdmin(caller, row)
  if (scope === 'event') await refuseChangedSince(services, row, events)
  const revisions = scope === 'event' ? [row.revision] : await revisionsLike(services, row)
  return (await decisionOn(services, receivedAt, { ...row, revisions }))(events)
}

async function revisionsLike({ read }: CommandServices, row: HistoryRow): Promise<number[]> {
  return (await rowsLike(read, row)).map(({ revision }) => revision)
}

const ONLY_MAIN_ADMIN = /^(NotificationsSwitched|SecondFactor)/

function requireByAdmin(caller: Caller, row: HistoryRow) {
  if (row.actor_kind !== 'admin') throw new Refusal('wrong_state', 'Only what an admin did can be undone')
  if (ONLY_MAIN_ADMIN.test(row.type) && !caller.is_main) {
    throw new Refusal('not_allowed', 'Only the main admin may do this')
  }
}

async function refuseChangedSince(
  { store, read }: CommandServices,
  row: HistoryRow,
  events: readonly DomainEvent[],
) {
  const later = laterChange(events, row.revision)
  if (later === null) return
  const recorded = await readIfThere(store, row.stream)
  const laterRow = await findHistoryRow(read, recorded[later]?.id ?? '')
  if (!laterRow) return
  const [described] = await describeHistory(store, await openNames(read, store), [laterRow])
  throw new Refusal('wrong_state', `It was changed again since: ${described?.sentence ?? 'by somebody else'}`)
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

/** What stands in a stream was written by its own decisions. */
const asWritten = (recorded: readonly unknown[]) => recorded as readonly DomainEvent[]

const notFound = () => new Refusal('not_found', 'This event does not exist')
