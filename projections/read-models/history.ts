import { erasedStream } from '../../domain/erasure.ts'
import type { Actor } from '../../domain/event.ts'
import { EVENT_TABLE, type HistoryKind } from '../../domain/event-table.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  givenRows,
  idIn,
  type LoggedEvent,
  type LoggedPick,
  type Read,
  type ReadModel,
  roundIdOf,
} from '../engine/read-model.ts'

export type HistoryTables = {
  /**
   * One row for each event: where it stands, and whom and what it concerns. It holds neither names nor values: those are
   * read from the log when somebody looks, so that a person who is erased there is erased here too.
   */
  history: {
    position: Position
    event_id: string
    /** Shared by everything that one command did. */
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
  }
}

export type HistoryRow = HistoryTables['history']

export const historyModel: ReadModel = { create, handle: async () => {}, writePicks, settle }

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
    .execute()
  await read.schema
    .createIndex('history_by_command')
    .on('history')
    .columns(['command_id', 'position'])
    .execute()
  for (const column of ['season_id', 'round_id', 'player_id'] as const) {
    await read.schema
      .createIndex(`history_by_${column}`)
      .on('history')
      .columns([column, 'position'])
      .where(column, 'is not', null)
      .execute()
  }
}

const COLUMNS = {
  ...{
    position: 'text',
    event_id: 'uuid',
    command_id: 'uuid',
    stream: 'text',
    revision: 'integer',
    type: 'text',
    kind: 'text',
  },
  ...{ occurred_at: 'text', actor_kind: 'text', actor_id: 'integer' },
  ...{ season_id: 'integer', round_id: 'integer', player_id: 'integer', admin_id: 'integer' },
} as const
const NAMES = Object.keys(COLUMNS) as (keyof HistoryRow)[]

function writePicks(read: Read, picks: readonly LoggedPick[]) {
  const rows = picks.map((event) =>
    rowOf(event, { round_id: event.data.roundId, player_id: event.data.playerId }),
  )
  const given = read
    .selectFrom(givenRows<HistoryRow>(COLUMNS, rows))
    .select(NAMES.filter((name) => name !== 'season_id'))
    .select((eb) =>
      eb
        .selectFrom('rounds')
        .select('season_id')
        .whereRef('rounds.id', '=', 'given.round_id')
        .as('season_id'),
    )
  const columns = [...NAMES.filter((name) => name !== 'season_id'), 'season_id' as const]
  return [read.insertInto('history').columns(columns).expression(given)]
}

async function settle(read: Read, run: readonly LoggedEvent[]) {
  const erased = run.flatMap((event) => (isErasure(event) ? [erasedStream(event)] : []))
  const rows = run
    .filter(({ stream }) => !erased.includes(stream))
    .map((event) => rowOf(event, subjectOf(event)))
  const given = read.selectFrom(givenRows<HistoryRow>(COLUMNS, rows)).select(NAMES)
  await read.insertInto('history').columns(NAMES).expression(given).execute()
  for (const event of run) if (event.type === 'RoundMovedOut') await followRound(read, event)
  // As if they had never been there: that is how a replay finds the log from now on.
  if (erased.length > 0) await read.deleteFrom('history').where('stream', 'in', erased).execute()
}

/** What was done about a sport is found with the season that it is in. */
async function followRound(read: Read, { data }: LoggedEvent & { type: 'RoundMovedOut' }) {
  const { roundId, seasonId } = data
  await read.updateTable('history').set({ season_id: seasonId }).where('round_id', '=', roundId).execute()
}

const isErasure = (event: LoggedEvent) => event.type === 'PlayerErased' || event.type === 'AdminErased'

function rowOf(event: LoggedEvent, subject: Subject): HistoryRow {
  const { id, position, stream, revision, type, metadata } = event
  return {
    ...{ position, stream, revision, type, event_id: id, occurred_at: metadata.occurredAt },
    command_id: metadata.commandId,
    kind: kindOf(event),
    actor_kind: metadata.actor.kind,
    actor_id: 'id' in metadata.actor ? metadata.actor.id : null,
    ...{ season_id: null, round_id: null, player_id: null, admin_id: null },
    ...subject,
  }
}

/** Only the main admin sees these: addresses stand in there. */
export const KINDS_OF_ACCOUNTS: readonly HistoryKind[] = ['admins', 'sign-ins']

const kindOf = ({ type }: LoggedEvent): HistoryKind => EVENT_TABLE[type].kind

type Subject = Partial<Pick<HistoryRow, 'season_id' | 'round_id' | 'player_id' | 'admin_id'>>

function subjectOf(event: LoggedEvent): Subject {
  switch (event.type) {
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
      return { season_id: idIn(event), player_id: event.data.playerId }
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
