import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'

/**
 * What keeps a player from being deleted; membership of a season alone does not. Counts rounds, and podium places.
 * @param before leaves out picks from that place in the log on.
 */
export async function playerData(read: Read, playerId: number, before: Position | null = null) {
  const picks = await countRounds(read, playerId, before)
  const scores = await countRounds(read, playerId, before, 'completed')
  const wins = (await read.selectFrom('winners').select('place').where('player_id', '=', playerId).execute())
    .length
  return { hasData: picks + wins > 0, details: { picks, scores, wins } }
}

async function countRounds(
  read: Read,
  playerId: number,
  before: Position | null,
  status?: 'completed',
): Promise<number> {
  const rows = await read
    .selectFrom('pick_versions')
    .innerJoin('rounds', 'rounds.id', 'pick_versions.round_id')
    .select('round_id')
    .distinct()
    .where('player_id', '=', playerId)
    .$if(before !== null, (query) => query.where('position', '<', before ?? ''))
    .$if(status !== undefined, (query) => query.where('rounds.status', '=', status ?? 'completed'))
    .execute()
  return rows.length
}
