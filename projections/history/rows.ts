import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-descriptor.ts'
import { EVENT_TABLE } from '../../domain/event-table.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { Read, ReadTables } from '../engine/read-model.ts'
import { type HistoryRow, KINDS_OF_ACCOUNTS } from '../read-models/history.ts'

export type HistoryFilter = {
  before?: Position | undefined
  seasonId?: number | undefined
  /** With a player as well: that player's events in the round, and those of the whole round. */
  roundId?: number | undefined
  playerId?: number | undefined
  adminId?: number | undefined
  kind?: HistoryKind | undefined
  commandId?: string | undefined
  eventId?: string | undefined
  /** One row for each command. Ignored with `playerId`, who is often only one of many. */
  folded?: boolean | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  /** Events about the admins' own accounts hold addresses, so only some may see them. */
  withAdmins: boolean
}

export function listHistoryRows(read: Read, filter: HistoryFilter, limit: number): Promise<HistoryRow[]> {
  const { before } = filter
  let rows = read
    .selectFrom('history')
    .selectAll()
    .where((eb) => eb.and(conditions('history', filter)))
    .orderBy('position', 'desc')
    .limit(limit)
  if (before !== undefined) rows = rows.where('position', '<', before)
  if (isFolded(filter)) rows = rows.where(isLastOfItsCommand(filter))
  return rows.execute()
}

export const isFolded = ({ folded, playerId }: HistoryFilter) => folded === true && playerId === undefined

function conditions(table: 'history' | 'later', filter: HistoryFilter): RawBuilder<SqlBool>[] {
  const { seasonId, roundId, playerId, adminId, kind, commandId, eventId, from, to, withAdmins } = filter
  const column = (name: keyof HistoryRow) => sql.ref(`${table}.${name}`)
  const all: RawBuilder<SqlBool>[] = []
  const equal = { season_id: seasonId, round_id: roundId, command_id: commandId, event_id: eventId, kind }
  for (const [name, value] of Object.entries(equal)) {
    if (value !== undefined) all.push(sql`${column(name as keyof typeof equal)} = ${value}`)
  }
  if (from !== undefined) all.push(sql`${column('occurred_at')} >= ${from}`)
  if (to !== undefined) all.push(sql`${column('occurred_at')} < ${to}`)
  if (!withAdmins) all.push(sql`${column('kind')} not in (${sql.join(KINDS_OF_ACCOUNTS)})`)
  if (playerId !== undefined) {
    const own = sql<SqlBool>`${column('player_id')} = ${playerId}`
    all.push(roundId === undefined ? own : sql`(${own} or ${column('player_id')} is null)`)
  }
  if (adminId !== undefined) {
    const did = sql<SqlBool>`${column('actor_kind')} = 'admin' and ${column('actor_id')} = ${adminId}`
    all.push(sql`(${column('admin_id')} = ${adminId} or (${did}))`)
  }
  return all
}

const isLastOfItsCommand = (filter: HistoryFilter) => (eb: ExpressionBuilder<ReadTables, 'history'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('history as later')
        .select('later.position')
        .whereRef('later.command_id', '=', 'history.command_id')
        .whereRef('later.position', '>', 'history.position')
        .where((inner) => inner.and(conditions('later', filter))),
    ),
  )

export function rowsOfCommands(
  read: Read,
  commandIds: readonly string[],
  { withAdmins }: Pick<HistoryFilter, 'withAdmins'>,
): Promise<HistoryRow[]> {
  return read
    .selectFrom('history')
    .selectAll()
    .where('command_id', 'in', [NO_COMMAND, ...new Set(commandIds)])
    .where((eb) => eb.and(conditions('history', { withAdmins })))
    .orderBy('position')
    .execute()
}

const NO_COMMAND = '00000000-0000-0000-0000-000000000000'

export type UndonePair = {
  undone: HistoryRow
  undo: HistoryRow
  isInForce: boolean
}

export async function undonePairs(read: Read, commandIds: readonly string[]): Promise<UndonePair[]> {
  const ids = [NO_COMMAND, ...new Set(commandIds)]
  const undone = await read
    .selectFrom('history')
    .selectAll()
    .where('undone_by', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('command_id', 'in', ids),
        eb('undone_by', 'in', eb.selectFrom('history').select('event_id').where('command_id', 'in', ids)),
      ]),
    )
    .orderBy('position')
    .execute()
  const undos = await undosOf(read, undone)
  const undoOf = new Map(undos.map((undo) => [undo.event_id, undo]))
  const inForce = new Set(await thoseInForce(read, undos))
  return undone.flatMap((row) => {
    const undo = undoOf.get(row.undone_by ?? '')
    return undo ? [{ undone: row, undo, isInForce: inForce.has(undo) }] : []
  })
}

async function thoseInForce(read: Read, undos: readonly HistoryRow[]): Promise<readonly HistoryRow[]> {
  const later = await undosOf(read, undos)
  if (later.length === 0) return undos
  const inForce = new Set((await thoseInForce(read, later)).map(({ event_id }) => event_id))
  return undos.filter(({ undone_by }) => undone_by === null || !inForce.has(undone_by))
}

async function undosOf(read: Read, undone: readonly HistoryRow[]): Promise<HistoryRow[]> {
  const ids = undone.flatMap(({ undone_by }) => undone_by ?? [])
  if (ids.length === 0) return []
  return read.selectFrom('history').selectAll().where('event_id', 'in', ids).execute()
}

export function rowsLike(
  read: Read,
  { command_id, type }: Pick<HistoryRow, 'command_id' | 'type'>,
): Promise<HistoryRow[]> {
  return read
    .selectFrom('history')
    .selectAll()
    .where('command_id', '=', command_id)
    .where('type', '=', type)
    .orderBy('position')
    .execute()
}

/** Which of these positions are of an event of these types. */
export async function positionsOf(
  read: Read,
  positions: readonly Position[],
  types: readonly DomainEvent['type'][],
): Promise<Position[]> {
  if (positions.length === 0) return []
  const rows = await read
    .selectFrom('history')
    .select('position')
    .where('position', 'in', positions)
    .where('type', 'in', types)
    .execute()
  return rows.map(({ position }) => position)
}

/** Events of these types in the order of the log: those of a season, and those of players, who may be in any. */
export function rowsOfTypes(read: Read, seasonId: number, types: readonly DomainEvent['type'][]) {
  const ofPlayers = types.filter((type) => EVENT_TABLE[type].stream === 'player')
  return read
    .selectFrom('history')
    .select(['position', 'command_id', 'type', 'round_id', 'player_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('season_id', '=', seasonId), eb('type', 'in', types)]),
        ...ofPlayers.map((type) => eb('type', '=', type)),
      ]),
    )
    .orderBy('position')
    .execute()
}

/** Where in the log an address changed after picks were sealed, whose former links to open sports still work. */
export function linksLeftBehind(read: Read): Promise<{ position: Position; seasonId: number }[]> {
  return read
    .selectFrom('history as changed')
    .innerJoin('history as sealed', (join) =>
      join.on('sealed.type', '=', 'PicksSealedFromAdmins').onRef('sealed.position', '<', 'changed.position'),
    )
    .innerJoin('history as opened', (join) =>
      join
        .on('opened.type', '=', 'RoundActivated')
        .onRef('opened.season_id', '=', 'sealed.season_id')
        .onRef('opened.position', '<', 'changed.position'),
    )
    .leftJoin('history as over', (join) =>
      join
        .on('over.type', 'in', ['RoundLocked', 'RoundPurged'])
        .onRef('over.round_id', '=', 'opened.round_id'),
    )
    .leftJoin('history as replaced', (join) =>
      join
        .on('replaced.type', '=', 'PickLinksReplaced')
        .onRef('replaced.season_id', '=', 'sealed.season_id')
        .onRef('replaced.position', '>', 'changed.position')
        .on((eb) =>
          eb.or([
            eb('replaced.player_id', 'is', null),
            eb('replaced.command_id', '=', eb.ref('changed.command_id')),
          ]),
        ),
    )
    .select(['changed.position', 'sealed.season_id as seasonId'])
    .distinct()
    .where('changed.type', '=', 'PlayerEmailChanged')
    .where('over.position', 'is', null)
    .where('replaced.position', 'is', null)
    .orderBy('changed.position')
    .$narrowType<{ seasonId: number }>()
    .execute()
}

/** As the log has it. Null for one that was deleted for ever, or that the tables do not show. */
export async function eventAt(
  { read, store }: { read: Read; store: Pick<EventStore, 'read'> },
  position: Position,
): Promise<RecordedEvent | null> {
  const row = await read
    .selectFrom('history')
    .select(['stream', 'revision'])
    .where('position', '=', position)
    .executeTakeFirst()
  const [event] = row ? await store.read(row.stream, row.revision) : []
  return event?.position === position ? event : null
}

type Rows = SelectQueryBuilder<ReadTables, 'history', object>

const isThere = async (rows: Rows): Promise<boolean> =>
  (await rows.select('position').limit(1).executeTakeFirst()) !== undefined

const lastPosition = async (rows: Rows): Promise<Position | null> =>
  (await rows.select((eb) => eb.fn.max('position').as('last')).executeTakeFirst())?.last ?? null

export const hasLoggedLock = (read: Read, seasonId: number, at: Instant): Promise<boolean> =>
  isThere(
    read
      .selectFrom('history')
      .where('season_id', '=', seasonId)
      .where('type', '=', 'RoundLocked')
      .where('occurred_at', '<=', at),
  )

/** Null before the first lock, undefined for a round that never existed. */
export async function lastLockOf(read: Read, roundId: number): Promise<Position | null | undefined> {
  const rows = await read
    .selectFrom('history')
    .select(['type', 'position'])
    .where('round_id', '=', roundId)
    .where('type', 'in', ['RoundCreated', 'RoundLocked'])
    .orderBy('position')
    .execute()
  if (rows.length === 0) return undefined
  return rows.findLast(({ type }) => type === 'RoundLocked')?.position ?? null
}

export const lastReschedule = (read: Read, roundId: number): Promise<Position | null> =>
  lastPosition(
    read.selectFrom('history').where('round_id', '=', roundId).where('type', '=', 'RoundRescheduled'),
  )

export const positionBefore = async (read: Read, position: Position): Promise<Position> =>
  (await lastPosition(read.selectFrom('history').where('position', '<', position))) ?? ''

export function findHistoryRow(read: Read, eventId: string): Promise<HistoryRow | undefined> {
  return read.selectFrom('history').selectAll().where('event_id', '=', eventId).executeTakeFirst()
}

export async function lastIds(read: Read) {
  // Each from the end of an index: together with the champions all rows would be read.
  const last = await read
    .selectFrom('history')
    .select(({ fn }) => [
      fn.max('player_id').as('player'),
      fn.max('season_id').as('season'),
      fn.max('round_id').as('round'),
      fn.max('admin_id').as('admin'),
    ])
    .executeTakeFirstOrThrow()
  const { champion } = await read
    .selectFrom('history')
    .select(sql<number | null>`max(substring(stream from '^champion-(\\d+)$')::integer)`.as('champion'))
    .where('type', '=', 'PastChampionRecorded')
    .executeTakeFirstOrThrow()
  return { ...last, champion }
}

export const isOfOtherSeason = (
  read: Read,
  { roundId, seasonId }: { roundId: number; seasonId: number },
): Promise<boolean> =>
  isThere(read.selectFrom('history').where('round_id', '=', roundId).where('season_id', '!=', seasonId))
