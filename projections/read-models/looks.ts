import type { Position } from '../../platform/event-store/event-store.ts'
import { idIn, type LoggedEvent, type Read, type ReadModel, type Statements } from '../engine/read-model.ts'

export type LooksTables = {
  /** Every look of an admin at a sealed pick; a personal link that was copied opens it as well. */
  looks: {
    round_id: number
    player_id: number
    position: string
    admin_id: number
    looked_at: string
    /** In the admin's own words. */
    reason: string | null
  }
}

/** Behind the seasons in the list of read models: whether a copied link is a look stands in their table. */
export const looksModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('looks')
    .addColumn('round_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'integer', (column) => column.notNull())
    .addColumn('looked_at', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('looks_key', ['round_id', 'player_id', 'position'])
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  switch (event.type) {
    case 'PicksLookedAt': {
      const rows = event.data.playerIds.map((playerId) => rowOf(event, event.data.roundId, playerId))
      return [read.insertInto('looks').values(rows)]
    }
    case 'PickLinkCopied': {
      const { roundId, playerId, seasonId } = event.data
      const row = rowOf(event, roundId, playerId)
      const found = read
        .selectFrom('seasons')
        .select((eb) => [
          eb.val(row.round_id).as('round_id'),
          eb.val(row.player_id).as('player_id'),
          eb.val(row.position).as('position'),
          eb.val(row.admin_id).as('admin_id'),
          eb.val(row.looked_at).as('looked_at'),
          eb.val(row.reason).as('reason'),
        ])
        .where('id', '=', seasonId)
        .where('picks_sealed', '=', 1)
      return [read.insertInto('looks').columns(COLUMNS).expression(found)]
    }
    case 'RoundPurged':
      return [read.deleteFrom('looks').where('round_id', '=', event.data.roundId)]
    case 'SeasonPurged': {
      const rounds = read.selectFrom('rounds').select('id').where('season_id', '=', idIn(event))
      return [read.deleteFrom('looks').where('round_id', 'in', rounds)]
    }
    default:
      return []
  }
}

const COLUMNS = ['round_id', 'player_id', 'position', 'admin_id', 'looked_at', 'reason'] as const

const rowOf = ({ position, metadata }: LoggedEvent, roundId: number, playerId: number) => ({
  round_id: roundId,
  player_id: playerId,
  position,
  admin_id: 'id' in metadata.actor ? metadata.actor.id : 0,
  looked_at: metadata.occurredAt,
  reason: metadata.reason ?? null,
})

/** Where in the log each look at one pick is. */
export async function looksAt(
  read: Read,
  { roundId, playerId }: { roundId: number; playerId: number },
): Promise<Position[]> {
  const rows = await read
    .selectFrom('looks')
    .select('position')
    .where('round_id', '=', roundId)
    .where('player_id', '=', playerId)
    .execute()
  return rows.map(({ position }) => position)
}

/** The first look at each pick of a season. */
export function firstLooks(read: Read, seasonId: number) {
  return read
    .selectFrom('looks')
    .innerJoin('rounds', 'rounds.id', 'looks.round_id')
    .distinctOn(['round_id', 'player_id'])
    .select(['round_id', 'player_id', 'looked_at', 'reason'])
    .where('season_id', '=', seasonId)
    .orderBy('round_id')
    .orderBy('player_id')
    .orderBy('position')
    .execute()
}

/** Whose pick of the round that look was the first at, by that admin. */
export async function lookedAtFirst(
  read: Read,
  { roundId, position }: { roundId: number; position: Position },
): Promise<number[]> {
  const rows = await read
    .selectFrom('looks as look')
    .select('look.player_id')
    .where('look.round_id', '=', roundId)
    .where('look.position', '=', position)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('looks as earlier')
            .select('earlier.position')
            .whereRef('earlier.round_id', '=', 'look.round_id')
            .whereRef('earlier.player_id', '=', 'look.player_id')
            .whereRef('earlier.admin_id', '=', 'look.admin_id')
            .whereRef('earlier.position', '<', 'look.position'),
        ),
      ),
    )
    .orderBy('look.player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}
