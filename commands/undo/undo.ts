import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate } from '../../domain/event.ts'
import { findDescriptor } from '../../domain/event-table.ts'
import { Refusal } from '../../domain/refusal.ts'
import { type StreamKind, streamIdOf } from '../../domain/stream-id.ts'
import { laterChange } from '../../domain/undo/undo.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { transact } from '../../platform/event-store/transact.ts'
import { MAIL_FORMING_LOCK } from '../../platform/mail/notices.ts'
import { describeHistory } from '../../projections/history/entries.ts'
import { listHistoryRows } from '../../projections/history/rows.ts'
import { sealedFrom } from '../../projections/now/pick-visibility.ts'
import { eventsOfCommand } from '../../projections/past/events.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import { commandOf, shown } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { requireAsSeen } from '../revisions-seen.ts'
import { refuseIfPickedMeanwhile } from '../rounds/edit-round.ts'
import type { CommandServices } from '../services.ts'
import { decisionOn, type UndoContext, type UndoneRow } from './undo-decisions.ts'

export type Undo = { row: HistoryRow; scope: 'event' | 'command' }

type Caller = { isMain: boolean }

export async function requireHistoryRow(
  { read }: Pick<CommandServices, 'read'>,
  caller: Caller,
  eventId: string,
): Promise<HistoryRow> {
  const [row] = await listHistoryRows(read, { eventId, withAdmins: caller.isMain }, 1)
  if (!row) throw new Refusal('event-not-found')
  return row
}

export async function planUndo(
  services: CommandServices,
  context: CommandContext,
  caller: Caller,
  asked: Undo,
): Promise<DomainEvent[]> {
  const undone = widenedToCommand(asked)
  const planned = await inEachStream(services, undone, async (row) => {
    const recorded = await readIfThere(services.store, row.stream)
    const asked = { ...decidedOn(context), isPreview: true }
    return inverseOf(services, asked, caller, { row, scope: undone.scope }, asWritten(recorded))
  })
  return planned.flat()
}

export async function undo(
  services: CommandServices,
  context: CommandContext,
  caller: Caller,
  asked: Undo,
): Promise<readonly DomainEvent[]> {
  const undone = widenedToCommand(asked)
  const work = () =>
    inEachStream(services, undone, (row) =>
      undoInStream(services, context, caller, { row, scope: undone.scope }),
    )
  const { kind } = streamIdOf(asked.row.stream)
  const lock = LOCKS[kind]
  const done = await (lock ? services.locks.hold(lock, work) : work())
  const positions = done.flatMap(({ position }) => position ?? [])
  await shown(services, context, positions.sort().at(-1) ?? null)
  return done.flatMap(({ events }) => events)
}

/** Under which the streams of a kind change. */
const LOCKS: Partial<Record<StreamKind, string>> = { champion: 'champions', message: MAIL_FORMING_LOCK }

const widenedToCommand = ({ row, scope }: Undo): Undo => ({
  row,
  scope: findDescriptor(row.type)?.wholeCommand ? 'command' : scope,
})

type UndoInStream = { row: UndoneRow; scope: Undo['scope'] }

/** Streams that refuse the undo stay as they are, unless all of them do. */
async function inEachStream<T>(
  { read }: CommandServices,
  { row, scope }: Undo,
  act: (row: UndoneRow) => Promise<T>,
): Promise<T[]> {
  const rows = scope === 'event' ? [row] : await eventsOfCommand(read, row)
  const streams = new Map([[row.stream, { ...row, revisions: [] as number[] }]])
  for (const one of rows) {
    const sameStream = streams.get(one.stream) ?? { ...one, revisions: [] }
    streams.set(one.stream, { ...sameStream, revisions: [...sameStream.revisions, one.revision] })
  }
  const done: T[] = []
  const refusals: Refusal[] = []
  for (const inStream of streams.values()) {
    try {
      done.push(await act(inStream))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(error)
    }
  }
  if (done.length === 0) throw refusals[0] ?? new Refusal('event-not-found')
  return done
}

async function undoInStream(
  services: CommandServices,
  context: CommandContext,
  caller: Caller,
  undone: UndoInStream,
): Promise<{ events: readonly DomainEvent[]; position: Position | null }> {
  const { row } = undone
  if ((await readIfThere(services.store, row.stream))[row.revision] === undefined)
    throw new Refusal('event-not-found')
  const transacted = await transact(services.store, {
    aggregate: everythingIn(row.stream),
    id: [],
    command: commandOf({ ...context, causationId: row.event_id }),
    decide: async (events) => {
      const asked = { ...decidedOn(context), isPreview: false }
      const inverse = await inverseOf(services, asked, caller, undone, events)
      await requireAsSeen(services, context, row.season_id)
      return inverse
    },
  })
  if (transacted.events.some(({ type }) => type === 'RoundTeamsChanged')) {
    await refuseIfPickedMeanwhile(services, { ...context, expected: null }, row.round_id ?? 0)
  }
  return transacted
}

const decidedOn = ({ receivedAt: now, reason }: CommandContext) => ({ now, reason })

async function inverseOf(
  services: CommandServices,
  context: UndoContext,
  caller: Caller,
  { row, scope }: UndoInStream,
  events: readonly DomainEvent[],
): Promise<DomainEvent[]> {
  if (events[row.revision] === undefined) throw new Refusal('event-not-found')
  requireByAdmin(caller, row)
  if (scope === 'event') await refuseChangedSince(services, row, events)
  return (await decisionOn(services, context, row))(events)
}

const ONLY_MAIN_ADMIN = /^(NotificationsSwitched|SecondFactor)/

function requireByAdmin(caller: Caller, row: HistoryRow) {
  if (row.actor_kind !== 'admin') throw new Refusal('undo-of-admins-only')
  if (ONLY_MAIN_ADMIN.test(row.type) && !caller.isMain) throw new Refusal('main-admin-only')
}

async function refuseChangedSince(
  { store, read }: CommandServices,
  row: HistoryRow,
  events: readonly DomainEvent[],
) {
  const later = laterChange(events, row.revision)
  if (later === null) return
  const recorded = await readIfThere(store, row.stream)
  const eventId = recorded[later]?.id
  const [laterRow] = eventId ? await listHistoryRows(read, { eventId, withAdmins: true }, 1) : []
  if (!laterRow) return
  const [described] = await describeHistory(read, sealedFrom('admins', store), [laterRow])
  throw new Refusal('changed-later-by', { change: described?.sentence ?? 'by somebody else' })
}

const everythingIn = (stream: string): Aggregate<readonly DomainEvent[], DomainEvent, []> => ({
  stream: () => stream,
  initial: [],
  evolve: (events, event) => [...events, event],
})

/** Written by the decisions of the stream's own aggregate. */
const asWritten = (recorded: readonly unknown[]) => recorded as readonly DomainEvent[]
