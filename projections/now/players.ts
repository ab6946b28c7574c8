import type { Position } from '../../platform/event-store/event-store.ts'
import { listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'
import { listPastChampions } from './champions.ts'
import { findRounds } from './rounds.ts'

/** Membership of a season alone does not count. `before` leaves out picks from that position on. */
export async function playerData(read: Read, playerId: number, before: Position | null = null) {
  const picked = await read
    .selectFrom('pick_versions')
    .select('round_id')
    .distinct()
    .where('player_id', '=', playerId)
    .$if(before !== null, (query) => query.where('position', '<', before ?? ''))
    .execute()
  const asked = await read
    .selectFrom('late_requests')
    .select('round_id')
    .where('player_id', '=', playerId)
    .$if(before !== null, (query) => query.where('position', '<', before ?? ''))
    .executeTakeFirst()
  const rounds = await findRounds(
    read,
    picked.map(({ round_id }) => round_id),
  )
  const picks = rounds.length
  const scores = rounds.filter(({ round }) => round.status === 'completed').length
  const wins = await countWins(read, playerId)
  return { hasData: picks + wins > 0 || asked !== undefined, details: { picks, scores, wins } }
}

async function countWins(read: Read, playerId: number): Promise<number> {
  const seasons = await listDocuments(read, 'season')
  const isWinner = (winner: { playerId: number | null }) => winner.playerId === playerId
  const won = [...seasons.values()].filter(
    ({ season }) => season.status === 'ended' && season.winners.some(isWinner),
  )
  const byHand = (await listPastChampions(read)).filter(isWinner)
  return won.length + byHand.length
}
