import { admin } from '../../domain/admins/admin.ts'
import { admins } from '../../domain/admins/admins.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { erasures } from '../../domain/erasure.ts'
import type { Actor, Instant } from '../../domain/event.ts'
import type { HistoryKind, StreamKind } from '../../domain/event-table.ts'
import { pick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { notices } from '../../domain/rounds/notices.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { logOwner } from '../../domain/settings/installation.ts'
import { league } from '../../domain/settings/league.ts'
import { linkKey } from '../../domain/settings/link-key.ts'
import { settings } from '../../domain/settings/settings.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { idIn, roundIdOf } from '../engine/read-model.ts'
import type { SealedFromAdmins } from '../queries/admin-visibility.ts'
import type { HistoryRow } from '../read-models/history.ts'
import { asksReason } from './asks-reason.ts'
import type { NameBook, Names } from './names.ts'
import { SEALED_SENTENCES, SENTENCES, type SentenceContext } from './sentences.ts'
import { type Action, action, type Change } from './wording.ts'

export type HistoryEntry = {
  position: Position
  eventId: string
  type: string
  kind: HistoryKind
  sentence: string
  changes: readonly Change[]
  occurredAt: Instant
  actor: { kind: Actor['kind']; id: number | null; name: string }
  reason: string | null
  /** The event changed a point, a rank or a deadline, and has no reason. */
  lacksReason: boolean
  /** All events of one command share it. */
  commandId: string
  /** How many events a folded line holds. */
  count?: number
  /** Of a folded line: its events are of several types. */
  mixed?: boolean
  undoneBy?: { eventId: string; occurredAt: Instant; name: string; count: number }
  undoes?: { eventId: string; sentence: string }
  seasonId: number | null
  roundId: number | null
  playerId: number | null
}

export async function describeHistory(
  store: EventStore,
  names: NameBook,
  isSealed: SealedFromAdmins,
  rows: readonly HistoryRow[],
): Promise<HistoryEntry[]> {
  const streams = new Map<string, RecordedEvent[]>()
  for (const { stream } of rows) {
    if (!streams.has(stream)) streams.set(stream, await readIfThere(store, stream))
  }
  const states = new Map([...streams].map(([stream, events]) => [stream, foldOf(stream, events)]))
  const sealed = await rowsHidden(isSealed, rows)
  const describeAll = () =>
    rows.map((row) => {
      const entry = describe(row, streams.get(row.stream) ?? [], states.get(row.stream), {
        names: names.at(row.position),
        sentences: sealed.has(row) ? SEALED_SENTENCES : SENTENCES,
      })
      return sealed.has(row) ? { ...entry, reason: null } : entry
    })
  const described = describeAll()
  return (await names.findMissing()) ? describeAll() : described
}

/** Whether admins may not know which pick this event tells of. */
export const hidesPick = async (isSealed: SealedFromAdmins, { kind, season_id, round_id }: HistoryRow) =>
  kind === 'picks' && (await isSealed(season_id, round_id))

/** Those of which admins may not know the pick. Each round is looked up once: that reads all of its season. */
export async function rowsHidden(
  isSealed: SealedFromAdmins,
  rows: readonly HistoryRow[],
): Promise<ReadonlySet<HistoryRow>> {
  const known = new Map<string, boolean>()
  const hidden = new Set<HistoryRow>()
  for (const row of rows) {
    if (row.kind !== 'picks') continue
    const key = `${row.season_id} ${row.round_id}`
    const hides = known.get(key) ?? (await hidesPick(isSealed, row))
    known.set(key, hides)
    if (hides) hidden.add(row)
  }
  return hidden
}

/** Null when the stream of the event was deleted for ever. */
export async function findRecorded(
  store: EventStore,
  { stream, revision }: HistoryRow,
): Promise<RecordedEvent | null> {
  const events = await readIfThere(store, stream)
  return events.find((event) => event.revision === revision) ?? null
}

type Fold = { initial: unknown; evolve: (state: never, event: never) => unknown }

const FOLDS: Record<StreamKind, Fold> = {
  admin,
  admins,
  erasures,
  league,
  'link-key': linkKey,
  installation: logOwner,
  pick,
  player,
  notices,
  season: seasonStream,
  settings,
}

type Words = typeof SENTENCES

function foldOf(stream: string, events: readonly RecordedEvent[]): Map<number, unknown> {
  const fold = FOLDS[streamIdOf(stream).kind]
  const states = new Map<number, unknown>()
  let state = fold.initial
  for (const event of events) {
    states.set(event.revision, state)
    state = fold.evolve(state as never, event as never)
  }
  return states
}

function describe(
  row: HistoryRow,
  events: readonly RecordedEvent[],
  states: ReadonlyMap<number, unknown> | undefined,
  { names, sentences }: { names: Names; sentences: Words },
): HistoryEntry {
  const at = events.findIndex(({ revision }) => revision === row.revision)
  const event = events[at]
  const { earlier, before } = historyBefore(row, events.slice(0, at), states?.get(row.revision))
  const actor = actorOf(row)
  const name = names.actor(actor)
  const { words, changes } = event
    ? actionOf(event, earlier, before, { names, sentences })
    : action('did something about a person who is erased now')
  return {
    position: row.position,
    eventId: row.event_id,
    type: row.type,
    kind: row.kind,
    sentence: `${name} ${words}`,
    changes,
    occurredAt: row.occurred_at,
    actor: { kind: actor.kind, id: row.actor_id, name },
    reason: event?.metadata.reason ?? null,
    lacksReason:
      event !== undefined && event.metadata.reason === undefined && asksReason(event, earlier, before),
    commandId: row.command_id,
    seasonId: row.season_id,
    roundId: row.round_id,
    playerId: row.player_id,
  }
}

/** The events before it in the stream: of a season without its rounds, of a round only its own. */
function historyBefore({ stream, round_id }: HistoryRow, events: readonly RecordedEvent[], state: unknown) {
  if (streamIdOf(stream).kind !== 'season') return { earlier: events, before: state }
  const all = (state ?? seasonStream.initial) as SeasonAndRounds
  if (round_id === null) return { earlier: events, before: all.season }
  const earlier = events.filter(({ data }) => (data as { roundId?: number }).roundId === round_id)
  return { earlier, before: roundIn(all, round_id) }
}

function actionOf(
  recorded: RecordedEvent,
  earlier: readonly RecordedEvent[],
  before: unknown,
  { names, sentences }: { names: Names; sentences: Words },
): Action {
  // The log keeps the type of each event, and the table has the state that belongs to it.
  const describeEvent = (sentences as Partial<Record<string, (context: SentenceContext<never>) => Action>>)[
    recorded.type
  ]
  if (!describeEvent) return action(`did something that this version has no words for (${recorded.type})`)
  return describeEvent({
    event: recorded as never,
    id: roundIdOf(recorded as unknown as DomainEvent) ?? idIn(recorded),
    before: before as never,
    earlier: earlier as readonly unknown[] as readonly DomainEvent[],
    names,
    metadata: recorded.metadata,
  })
}

function actorOf({ actor_kind, actor_id }: HistoryRow): Actor {
  return actor_kind === 'admin' || actor_kind === 'player'
    ? { kind: actor_kind, id: actor_id ?? 0 }
    : { kind: actor_kind }
}
