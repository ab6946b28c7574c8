import type { Kysely, Selectable } from 'kysely'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { erasedStream } from '../../domain/erasure.ts'
import type { Actor } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-descriptor.ts'
import { descriptorOf, EVENT_TABLE } from '../../domain/event-table.ts'
import { idIn } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { DocumentsBefore, Handler } from './handler.ts'
import { type Args, argsOf, stateBefore } from './history-args.ts'
import { isIn, type LoggedEvent, roundIdOf } from './logged-event.ts'
import { column, type Json, json, newRow, type RowOf, type Statements, table } from './table.ts'

export type HistoryTables = {
  history: RowOf<typeof HISTORY>
}

export type HistoryRow = Selectable<HistoryTables['history']>

export const BESIDE_SEASONS = Object.entries(EVENT_TABLE).flatMap(([type, row]) =>
  'record' in row && row.stream !== 'season' && type !== 'PlayerRenamed' ? type : [],
)

/** Few, and looked for all the time, or at each start. */
const SOUGHT: readonly DomainEvent['type'][] = [
  'PicksSealedFromAdmins',
  'PlayerAdded',
  'PlayerRenamed',
  'PastChampionRecorded',
  'MessageSent',
]

/** Names and addresses of people are in the rows of their own streams alone, which an erasure deletes. Picks are in none. */
export const HISTORY = table({
  name: 'history',
  columns: {
    position: column<Position>('text not null'),
    event_id: column<string>('uuid not null unique'),
    command_id: column<string>('uuid not null'),
    stream: column<string>('text not null'),
    revision: column<number>('integer not null'),
    type: column<string>('text not null'),
    kind: column<HistoryKind>('text not null'),
    occurred_at: column<string>('text not null'),
    actor_kind: column<Actor['kind']>('text not null'),
    actor_id: column<number | null>('integer'),
    season_id: column<number | null>('integer'),
    round_id: column<number | null>('integer'),
    player_id: column<number | null>('integer'),
    admin_id: column<number | null>('integer'),
    undone_by: column<string | null>('uuid'),
    reason: column<string | null>('text'),
    /** Of what was entered in place of a pick, the earlier picks say it. */
    lacks_reason: column<boolean>('boolean not null'),
    args: column<Json<Args>>('json not null'),
  },
  key: ['position'],
  indexes: [{ name: 'history_by_command', columns: ['command_id', 'position'], where: null }],
  lateIndexes: [
    { name: 'history_by_undo', columns: ['undone_by'], where: 'undone_by is not null' },
    {
      name: 'history_beside_seasons',
      columns: ['type', 'season_id'],
      where: `type in (${[...BESIDE_SEASONS, ...SOUGHT].map((type) => `'${type}'`)})`,
    },
    ...[['season_id', 'position'], ['round_id'], ['player_id'], ['admin_id']].map((columns) => ({
      name: `history_by_${columns[0]}`,
      columns,
      where: `${columns[0]} is not null`,
    })),
  ],
})

export const recordHistory: Handler<HistoryTables> = (read, event, documents) => [
  newRow(HISTORY, Object.assign(historyRow(event, documents), subjectOf(event, documents))),
  ...marksUndone(read, event, documents),
  // As if they had never been there: that is how a replay finds the log from now on.
  ...(isIn(event, 'erasures') ? [read.deleteFrom('history').where('stream', '=', erasedStream(event))] : []),
]

/** An undo names one event of each stream, and may have taken back others of the same command. */
function marksUndone(
  read: Kysely<HistoryTables>,
  event: LoggedEvent,
  documents: DocumentsBefore,
): Statements {
  const { actor, commandId, causationId } = event.metadata
  if (actor.kind !== 'admin' || causationId === commandId) return []
  const { round_id = null, player_id = null } = subjectOf(event, documents)
  const marked = read
    .updateTable('history as undone')
    .from('history as named')
    .set({ undone_by: event.id })
    .where('named.event_id', '=', causationId)
    .where('named.stream', '=', event.stream)
    .whereRef('undone.command_id', '=', 'named.command_id')
    .whereRef('undone.stream', '=', 'named.stream')
    .whereRef('undone.type', '=', 'named.type')
    .where('undone.round_id', 'is not distinct from', round_id)
    .where('undone.player_id', 'is not distinct from', player_id)
    .where('undone.undone_by', 'is', null)
  return [marked]
}

function historyRow(event: LoggedEvent, documents: DocumentsBefore) {
  const { id, position, stream, revision, type, metadata } = event
  const before = stateBefore(event, documents)
  return {
    position,
    stream,
    revision,
    type,
    event_id: id,
    occurred_at: metadata.occurredAt,
    command_id: metadata.correlationId,
    kind: EVENT_TABLE[type].kind,
    actor_kind: metadata.actor.kind,
    actor_id: 'id' in metadata.actor ? metadata.actor.id : null,
    reason: metadata.reason ?? null,
    lacks_reason: lacksReason(event, before),
    args: json(argsOf(event, documents, before)),
  }
}

function lacksReason({ type, data, metadata }: LoggedEvent, before: unknown): boolean {
  const { actor, reason, commandId, causationId } = metadata
  if (actor.kind !== 'admin' || reason !== undefined) return false
  return causationId !== commandId || descriptorOf(type).asksReason?.(before, data) === true
}

export const KINDS_OF_ACCOUNTS: readonly HistoryKind[] = ['admins', 'sign-ins']

type Subject = Partial<Pick<HistoryRow, 'season_id' | 'round_id' | 'player_id' | 'admin_id'>>

function subjectOf(event: LoggedEvent, { find }: DocumentsBefore): Subject {
  const of = { seasonId: null, playerId: null, adminId: null, ...event.data }
  const round_id = roundIdOf(event)
  switch (EVENT_TABLE[event.type].stream) {
    case 'season':
      return { season_id: idIn(event), round_id, player_id: of.playerId }
    case 'notices':
      return { season_id: of.seasonId, round_id }
    case 'pick':
      return { season_id: find('round', round_id ?? 0)?.seasonId ?? null, round_id, player_id: of.playerId }
    case 'player':
      return { player_id: idIn(event) }
    case 'champion':
      return { player_id: of.playerId }
    case 'admin':
      return { admin_id: idIn(event) }
    case 'admins':
    case 'erasures':
      return { player_id: of.playerId, admin_id: of.adminId }
    case 'league':
    case 'message':
      return { season_id: of.seasonId }
    case 'settings':
    case 'link-key':
    case 'installation':
      return {}
  }
}
