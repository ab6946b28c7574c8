import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Actor, Instant } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-descriptor.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import type { Chapter } from '../past/chronicle.ts'
import type { HistoryRow } from '../read-models/history.ts'
import { idIn, roundIdOf } from '../read-models/logged-event.ts'
import { asksReason } from './asks-reason.ts'
import type { NameBook, Names } from './names.ts'
import type { SealedPicks } from './pick-visibility.ts'
import type { SentenceContext } from './sentence.ts'
import { SEALED_SENTENCES, SENTENCES } from './sentences.ts'
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
  lacksReason: boolean
  commandId: string
  count?: number
  mixed?: boolean
  undoneBy?: { eventId: string; occurredAt: Instant; name: string; count: number }
  undoes?: { eventId: string; sentence: string }
  seasonId: number | null
  roundId: number | null
  playerId: number | null
}

export async function describeHistory(
  names: NameBook,
  isSealed: SealedPicks,
  rows: readonly HistoryRow[],
): Promise<HistoryEntry[]> {
  const streams = new Map<string, readonly Chapter[]>()
  for (const { stream } of rows) streams.set(stream, await names.chronicle.of(stream))
  const sealed = await rowsHidden(isSealed, rows)
  return names.told(() =>
    rows.map((row) => {
      const entry = describe(row, streams.get(row.stream) ?? [], {
        names: names.at(row.position),
        sentences: sealed.has(row) ? SEALED_SENTENCES : SENTENCES,
      })
      return sealed.has(row) ? { ...entry, reason: null } : entry
    }),
  )
}

export const hidesPick = async (isSealed: SealedPicks, { kind, season_id, round_id }: HistoryRow) =>
  kind === 'picks' && (await isSealed(season_id, round_id))

/** Each round is looked up once: that reads all of its season. */
export async function rowsHidden(
  isSealed: SealedPicks,
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

type Words = typeof SENTENCES

function describe(
  row: HistoryRow,
  chapters: readonly Chapter[],
  { names, sentences }: { names: Names; sentences: Words },
): HistoryEntry {
  const at = chapters.findIndex(({ event }) => event.revision === row.revision)
  const { event, before: state } = chapters[at] ?? {}
  const { earlier, before } = historyBefore(row, chapters.slice(0, Math.max(at, 0)), state)
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
function historyBefore({ stream, round_id }: HistoryRow, chapters: readonly Chapter[], state: unknown) {
  const events = chapters.map(({ event }) => event)
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
