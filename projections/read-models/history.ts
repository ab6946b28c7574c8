import type { DomainEvent } from '../../domain/domain-event.ts'
import { erasedStream } from '../../domain/erasure.ts'
import type { Actor } from '../../domain/event.ts'
import { EVENT_TABLE, type HistoryKind } from '../../domain/event-table.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { rowsAs } from '../engine/json-rows.ts'
import { idIn, type LoggedEvent, type LoggedPick, roundIdOf } from '../engine/logged-event.ts'
import type { DocumentsBefore, Read, ReadModel, Statements } from '../engine/read-model.ts'

export type HistoryTables = {
  /**
   * One row for each event: where it stands, and whom and what it concerns. It holds neither names nor values: those are
   * read from the log when somebody looks, so that a person who is erased there is erased here too.
   */
  history: {
    position: Position
    event_id: string
    /** Shared by everything that one command did, also in parts. */
    command_id: string
    stream: string
    revision: number
    type: string
    kind: HistoryKind
    occurred_at: string
    actor_kind: Actor['kind']
    actor_id: number | null
    season_id: number | null
    round_id: number | null
    player_id: number | null
    admin_id: number | null
    /** The event that took this one back. */
    undone_by: string | null
  }
}

export type HistoryRow = HistoryTables['history']

/** What the record of a season tells from other streams. Some concern every season that there is. */
export const BESIDE_SEASONS: readonly DomainEvent['type'][] = [
  'PickEntered',
  'PickEntryWithdrawn',
  'TieBreakGuessEntered',
  'PickLinkCopied',
  'LeagueExported',
  'LinkKeyReplaced',
  'PointsChanged',
  'NoPickPointsChanged',
  'PlayerDeactivated',
  'PlayerReactivated',
  'PlayerRemoved',
  'PlayerErased',
]

export const historyModel: ReadModel = { create, handle, handlePicks }

async function create(read: Read) {
  await read.schema
    .createTable('history')
    .addColumn('position', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'uuid', (column) => column.notNull().unique())
    .addColumn('command_id', 'uuid', (column) => column.notNull())
    .addColumn('stream', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('occurred_at', 'text', (column) => column.notNull())
    .addColumn('actor_kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('season_id', 'integer')
    .addColumn('round_id', 'integer')
    .addColumn('player_id', 'integer')
    .addColumn('admin_id', 'integer')
    .addColumn('undone_by', 'uuid')
    .execute()
  await read.schema
    .createIndex('history_by_command')
    .on('history')
    .columns(['command_id', 'position'])
    .execute()
}

/** What only questions need: on a server made at the end of a build, which takes a tenth less for it. */
export const indexesOfHistory = (read: Read): Statements => [
  read.schema
    .createIndex('history_by_undo')
    .ifNotExists()
    .on('history')
    .column('undone_by')
    .where('undone_by', 'is not', null),
  read.schema
    .createIndex('history_beside_seasons')
    .ifNotExists()
    .on('history')
    .columns(['type', 'season_id'])
    .where('type', 'in', [...BESIDE_SEASONS, 'PickLinksReplaced', 'PlayerRenamed']),
  ...(['season_id', 'round_id', 'player_id'] as const).map((column) =>
    read.schema
      .createIndex(`history_by_${column}`)
      .ifNotExists()
      .on('history')
      .columns([column, 'position'])
      .where(column, 'is not', null),
  ),
]

function handle(read: Read, event: LoggedEvent): Statements {
  const subject = subjectOf(event)
  const kept = [
    read.insertInto('history').values({ ...rowOf(event), ...subject }),
    ...marksUndone(read, event, subject),
  ]
  switch (event.type) {
    case 'RoundMovedOut': {
      // What was done about a sport is found with the season that it is in.
      const { roundId, seasonId } = event.data
      return [
        ...kept,
        read.updateTable('history').set({ season_id: seasonId }).where('round_id', '=', roundId),
      ]
    }
    case 'PlayerErased':
    case 'AdminErased':
      // As if they had never been there: that is how a replay finds the log from now on.
      return [...kept, read.deleteFrom('history').where('stream', '=', erasedStream(event))]
    default:
      return kept
  }
}

type Subject = { round_id?: number | null; player_id?: number | null }

/** An undo names one event of each stream that it changes, and may have taken back others of the same command. */
function marksUndone(
  read: Read,
  { id, stream, metadata }: LoggedEvent,
  { round_id = null, player_id = null }: Subject,
): Statements {
  const { actor, commandId, causationId } = metadata
  if (actor.kind !== 'admin' || causationId === commandId) return []
  const marked = read
    .updateTable('history as undone')
    .from('history as named')
    .set({ undone_by: id })
    .where('named.event_id', '=', causationId)
    .where('named.stream', '=', stream)
    .whereRef('undone.command_id', '=', 'named.command_id')
    .whereRef('undone.stream', '=', 'named.stream')
    .whereRef('undone.type', '=', 'named.type')
    .where('undone.round_id', 'is not distinct from', round_id)
    .where('undone.player_id', 'is not distinct from', player_id)
    .where('undone.undone_by', 'is', null)
  return [marked]
}

const TYPES_OF_ROW = {
  position: 'text',
  stream: 'text',
  revision: 'integer',
  type: 'text',
  event_id: 'uuid',
  occurred_at: 'text',
  command_id: 'uuid',
  kind: 'text',
  actor_kind: 'text',
  actor_id: 'integer',
  season_id: 'integer',
  round_id: 'integer',
  player_id: 'integer',
} as const

const COLUMNS_OF_ROW = Object.keys(TYPES_OF_ROW) as (keyof typeof TYPES_OF_ROW)[]

function handlePicks(read: Read, events: readonly LoggedPick[], { find }: DocumentsBefore): Statements {
  const rows = events.map((event) => {
    const { roundId: round_id, playerId: player_id } = event.data
    return Object.assign(rowOf(event), {
      season_id: find('round', round_id)?.seasonId ?? null,
      round_id,
      player_id,
    })
  })
  const found = read.selectFrom(rowsAs(rows, TYPES_OF_ROW)).select(COLUMNS_OF_ROW)
  return [
    read.insertInto('history').columns(COLUMNS_OF_ROW).expression(found),
    ...events.flatMap((event) => {
      const { roundId: round_id, playerId: player_id } = event.data
      return marksUndone(read, event, { round_id, player_id })
    }),
  ]
}

function rowOf(event: LoggedEvent) {
  const { id, position, stream, revision, type, metadata } = event
  return {
    position,
    stream,
    revision,
    type,
    event_id: id,
    occurred_at: metadata.occurredAt,
    command_id: metadata.correlationId,
    kind: kindOf(event),
    actor_kind: metadata.actor.kind,
    actor_id: 'id' in metadata.actor ? metadata.actor.id : null,
  }
}

/** Only the main admin sees these: addresses stand in there. */
export const KINDS_OF_ACCOUNTS: readonly HistoryKind[] = ['admins', 'sign-ins']

const kindOf = ({ type }: LoggedEvent): HistoryKind => EVENT_TABLE[type].kind

function subjectOf(event: LoggedEvent) {
  switch (event.type) {
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
      return { season_id: idIn(event), player_id: event.data.playerId }
    case 'PickLinksReplaced':
      return { season_id: idIn(event), round_id: event.data.roundId, player_id: event.data.playerId }
    case 'DefaultSeasonChosen':
    case 'DefaultSeasonCleared':
      return { season_id: event.data.seasonId }
    case 'PlayersReminded':
    case 'ReminderSkipped':
    case 'PickLinkResent':
    case 'PickLinkCopied':
      return { season_id: event.data.seasonId, round_id: event.data.roundId }
    case 'AdminEnlisted':
    case 'AdminAddressChanged':
    case 'AdminDelisted':
    case 'AdminErased':
      return { admin_id: event.data.adminId }
    case 'PlayerErased':
      return { player_id: event.data.playerId }
  }
  const round_id = roundIdOf(event)
  switch (EVENT_TABLE[event.type].stream) {
    case 'season':
      return { season_id: idIn(event), round_id }
    case 'player':
      return { player_id: idIn(event) }
    case 'admin':
      return { admin_id: idIn(event) }
    default:
      return {}
  }
}
