import type { ExpressionBuilder } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-table.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read, ReadTables } from '../engine/read-model.ts'
import { type HistoryRow, KINDS_OF_ACCOUNTS } from '../read-models/history.ts'
import { FOLDED_TYPES } from './folding.ts'

export type HistoryFilter = {
  before?: Position | undefined
  seasonId?: number | undefined
  /** With a player as well: that player's events in the round, and those of the whole round. */
  roundId?: number | undefined
  playerId?: number | undefined
  /** Events by this admin or about this admin. */
  adminId?: number | undefined
  kind?: HistoryKind | undefined
  commandId?: string | undefined
  /** One row for each command that did the same to many. Ignored with `playerId`, who is only one of them. */
  folded?: boolean | undefined
  from?: Instant | undefined
  to?: Instant | undefined
  /** Events about the admins' own accounts hold addresses, so only some may see them. */
  withAdmins: boolean
}

export function listHistoryRows(read: Read, filter: HistoryFilter, limit: number): Promise<HistoryRow[]> {
  const { before, seasonId, roundId, playerId, adminId, kind, commandId, from, to, withAdmins } = filter
  let rows = read.selectFrom('history').selectAll().orderBy('position', 'desc').limit(limit)
  if (before !== undefined) rows = rows.where('position', '<', before)
  if (seasonId !== undefined) rows = rows.where('season_id', '=', seasonId)
  if (roundId !== undefined) rows = rows.where('round_id', '=', roundId)
  if (commandId !== undefined) rows = rows.where('command_id', '=', commandId)
  if (filter.folded && playerId === undefined) rows = rows.where(isLastOfItsFold)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  if (from !== undefined) rows = rows.where('occurred_at', '>=', from)
  if (to !== undefined) rows = rows.where('occurred_at', '<', to)
  if (!withAdmins) rows = rows.where('kind', 'not in', KINDS_OF_ACCOUNTS)
  if (playerId !== undefined) {
    rows = rows.where((eb) => {
      const own = eb('player_id', '=', playerId)
      return roundId === undefined ? own : eb.or([own, eb('player_id', 'is', null)])
    })
  }
  if (adminId !== undefined) {
    rows = rows.where((eb) =>
      eb.or([
        eb('admin_id', '=', adminId),
        eb.and([eb('actor_kind', '=', 'admin'), eb('actor_id', '=', adminId)]),
      ]),
    )
  }
  return rows.execute()
}

const isLastOfItsFold = (eb: ExpressionBuilder<ReadTables, 'history'>) =>
  eb.or([
    eb('type', 'not in', FOLDED_TYPES),
    eb.not(
      eb.exists(
        eb
          .selectFrom('history as later')
          .select('later.position')
          .whereRef('later.command_id', '=', 'history.command_id')
          .whereRef('later.type', '=', 'history.type')
          .whereRef('later.position', '>', 'history.position'),
      ),
    ),
  ])

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

export async function positionBefore(read: Read, position: Position): Promise<Position> {
  const row = await read
    .selectFrom('history')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('position', '<', position)
    .executeTakeFirst()
  return row?.last ?? ''
}

export function findHistoryRow(read: Read, eventId: string): Promise<HistoryRow | undefined> {
  return read.selectFrom('history').selectAll().where('event_id', '=', eventId).executeTakeFirst()
}

/** The highest id of each kind that stands in the log. */
export function lastIds(read: Read) {
  return read
    .selectFrom('history')
    .select((eb) => [
      eb.fn.max('player_id').as('player'),
      eb.fn.max('season_id').as('season'),
      eb.fn.max('round_id').as('round'),
      eb.fn.max('admin_id').as('admin'),
    ])
    .executeTakeFirstOrThrow()
}

/** A round has one season at a time: whether this id is that of another season's. */
export async function isOfOtherSeason(
  read: Read,
  { roundId, seasonId }: { roundId: number; seasonId: number },
): Promise<boolean> {
  const found = await read
    .selectFrom('history')
    .select('event_id')
    .where('round_id', '=', roundId)
    .where('season_id', '!=', seasonId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
