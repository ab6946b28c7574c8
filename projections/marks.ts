import { sql } from 'kysely'
import type { Instant } from '#domain/event'
import type { Read } from './read-model.ts'

/** Why a cell of the leaderboard deserves a second look. */
export type MarkKind = 'entered_after_lock' | 'result_corrected'

/** `reason` in the admin's own words, null where none was given. */
export type Mark = { kind: MarkKind; at: Instant; reason: string | null }

/** What an admin did to a season's cells after the players could do nothing any more. */
export type Marks = (roundId: number, playerId: number) => readonly Mark[]

export async function marksOfSeason(read: Read, seasonId: number): Promise<Marks> {
  const entered = await enteredAfterLock(read, seasonId)
  const corrected = await correctedResults(read, seasonId)
  return (roundId, playerId) => {
    const marks = [entered.get(`${roundId}-${playerId}`), corrected.get(roundId)]
    return marks.filter((mark) => mark !== undefined)
  }
}

/** An admin's entry after the lock is always the version that counts: whatever a player sends then comes too late. */
async function enteredAfterLock(read: Read, seasonId: number): Promise<Map<string, Mark>> {
  const rows = await read
    .selectFrom('pick_versions')
    .innerJoin('rounds', 'rounds.id', 'pick_versions.round_id')
    .distinctOn(['round_id', 'player_id'])
    .select(['round_id', 'player_id', 'made_at', 'reason'])
    .where('season_id', '=', seasonId)
    .where('made_by', '=', 'admin')
    .where('made_at', '>', sql<string>`least(locks_at, locked_at)`)
    .orderBy('round_id')
    .orderBy('player_id')
    .orderBy('position', 'desc')
    .execute()
  return new Map(
    rows.map(({ round_id, player_id, made_at, reason }) => [
      `${round_id}-${player_id}`,
      { kind: 'entered_after_lock', at: made_at, reason },
    ]),
  )
}

async function correctedResults(read: Read, seasonId: number): Promise<Map<number, Mark>> {
  const rows = await read
    .selectFrom('rounds')
    .select(['id', 'corrected_at', 'correction_reason'])
    .where('season_id', '=', seasonId)
    .where('status', '=', 'completed')
    .where('corrected_at', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ id, corrected_at, correction_reason }) => [
      id,
      { kind: 'result_corrected', at: corrected_at ?? '', reason: correction_reason },
    ]),
  )
}
