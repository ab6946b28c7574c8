import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-descriptor.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { type HistoryRow, KINDS_OF_ACCOUNTS } from '../read-models/history.ts'
import type { Read, ReadTables } from '../read-models/read-tables.ts'

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

export async function undonePairs(read: Read, commandIds: readonly string[]) {
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
