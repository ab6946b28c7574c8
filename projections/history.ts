import { erasedStream } from '#domain/erasure'
import type { Actor } from '#domain/event'
import type { Position } from '#platform/event-store'
import { idIn, type LoggedEvent, type Read, type ReadModel } from './read-model.ts'

/** What an action was about. */
export type HistoryKind = 'picks' | 'sports' | 'seasons' | 'players' | 'admins' | 'settings'

export type HistoryTables = {
  /**
   * One row for each event: where it stands, and whom and what it concerns. It holds neither names nor values: those are
   * read from the log when somebody looks, so that a person who is erased there is erased here too.
   */
  history: {
    position: Position
    event_id: string
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

export const historyModel: ReadModel = { create, handle: async () => {}, settle }

async function create(read: Read) {
  await read.schema
    .createTable('history')
    .addColumn('position', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'uuid', (column) => column.notNull().unique())
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
  for (const column of ['season_id', 'round_id', 'player_id'] as const) {
    await read.schema
      .createIndex(`history_by_${column}`)
      .on('history')
      .columns([column, 'position'])
      .where(column, 'is not', null)
      .execute()
  }
}

/** What one statement can carry. */
const ROWS_PER_INSERT = 1_000

async function settle(read: Read, batch: readonly LoggedEvent[]) {
  const erased = batch.flatMap((event) => (isErasure(event) ? [erasedStream(event)] : []))
  const seasonOf = await seasonsOfRounds(read, batch)
  const rows = batch.filter(({ stream }) => !erased.includes(stream)).map((event) => rowOf(event, seasonOf))
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await read
      .insertInto('history')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute()
  }
  // As if they had never been there: that is how a replay finds the log from now on.
  if (erased.length > 0) await read.deleteFrom('history').where('stream', 'in', erased).execute()
}

const isErasure = (event: LoggedEvent) => event.type === 'PlayerErased' || event.type === 'AdminErased'

/** Season by round: from this batch, or from the row of the event that created the round. */
async function seasonsOfRounds(read: Read, batch: readonly LoggedEvent[]): Promise<Map<number, number>> {
  const seasonOf = new Map<number, number>()
  const asked = new Set<number>()
  for (const event of batch) {
    if (event.type === 'RoundCreated') seasonOf.set(idIn(event), event.data.seasonId)
    else if (/^(round|pick)-/.test(event.stream)) asked.add(roundIn(event))
  }
  const unknown = [...asked].filter((roundId) => !seasonOf.has(roundId))
  if (unknown.length === 0) return seasonOf
  const rows = await read
    .selectFrom('history')
    .select(['round_id', 'season_id'])
    .where('round_id', 'in', unknown)
    .where('type', '=', 'RoundCreated')
    .execute()
  for (const { round_id, season_id } of rows) seasonOf.set(Number(round_id), Number(season_id))
  return seasonOf
}

function rowOf(event: LoggedEvent, seasonOf: ReadonlyMap<number, number>): HistoryRow {
  const { id, position, stream, revision, type, metadata } = event
  return {
    ...{ position, stream, revision, type, event_id: id, occurred_at: metadata.occurredAt },
    kind: kindOf(event),
    actor_kind: metadata.actor.kind,
    actor_id: 'id' in metadata.actor ? metadata.actor.id : null,
    ...{ season_id: null, round_id: null, player_id: null, admin_id: null },
    ...subjectOf(event, seasonOf),
  }
}

/** What concerns the accounts of admins is theirs, in whichever stream it stands. */
const kindOf = ({ type, stream }: LoggedEvent): HistoryKind =>
  type === 'AdminErased' ? 'admins' : (KIND_OF[stream.split('-')[0] ?? ''] ?? 'settings')

/** By the beginning of the stream's name. */
const KIND_OF: Partial<Record<string, HistoryKind>> = {
  pick: 'picks',
  round: 'sports',
  season: 'seasons',
  league: 'seasons',
  player: 'players',
  admin: 'admins',
  admins: 'admins',
  erasures: 'players',
}

type Subject = Partial<Pick<HistoryRow, 'season_id' | 'round_id' | 'player_id' | 'admin_id'>>

function subjectOf(event: LoggedEvent, seasonOf: ReadonlyMap<number, number>): Subject {
  switch (event.type) {
    case 'PickSubmitted':
    case 'PickEntered':
    case 'PickEntryWithdrawn': {
      const { roundId, playerId } = event.data
      return { season_id: seasonOf.get(roundId) ?? null, round_id: roundId, player_id: playerId }
    }
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
      return { season_id: idIn(event), player_id: event.data.playerId }
    case 'DefaultSeasonChosen':
    case 'DefaultSeasonCleared':
      return { season_id: event.data.seasonId }
    case 'AdminEnlisted':
    case 'AdminAddressChanged':
    case 'AdminDelisted':
    case 'AdminErased':
      return { admin_id: event.data.adminId }
    case 'PlayerErased':
      return { player_id: event.data.playerId }
  }
  if (event.stream.startsWith('round-')) {
    return { season_id: seasonOf.get(idIn(event)) ?? null, round_id: idIn(event) }
  }
  if (event.stream.startsWith('season-')) return { season_id: idIn(event) }
  if (event.stream.startsWith('player-')) return { player_id: idIn(event) }
  return event.stream.startsWith('admin-') ? { admin_id: idIn(event) } : {}
}

/** 7 for `round-7` and for `pick-7-3`. */
const roundIn = ({ stream }: { stream: string }) => Number(stream.split('-')[1])
