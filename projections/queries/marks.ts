import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { Read } from '../engine/read-model.ts'
import { firstLooks } from '../read-models/looks.ts'
import { beforeLock } from '../read-models/picks.ts'

/** Why a cell of the leaderboard deserves a second look. */
export type MarkKind = 'entered_by_admin' | 'entered_after_lock' | 'result_corrected' | 'looked_at_by_admin'

/** `reason` in the admin's own words, null where none was given. */
export type Mark = { kind: MarkKind; at: Instant; reason: string | null }

/** What an admin did to a season's cells. */
export type Marks = (roundId: number, playerId: number) => readonly Mark[]

export async function marksOfSeason(read: Read, seasonId: number): Promise<Marks> {
  const entered = await enteredByAdmin(read, seasonId)
  const corrected = await correctedResults(read, seasonId)
  const looked = await lookedAt(read, seasonId)
  return (roundId, playerId) => {
    const cell = `${roundId}-${playerId}`
    const marks = [entered.get(cell), corrected.get(roundId), looked.get(cell)]
    return marks.filter((mark) => mark !== undefined)
  }
}

/** Where the version that counts is an admin's entry, whenever it was made. */
async function enteredByAdmin(read: Read, seasonId: number): Promise<Map<string, Mark>> {
  const counting = read
    .selectFrom('pick_versions')
    .innerJoin('rounds', 'rounds.id', 'pick_versions.round_id')
    .distinctOn(['round_id', 'player_id'])
    .select(['round_id', 'player_id', 'picks', 'made_at', 'made_by', 'reason'])
    .select((eb) => eb.or([eb('made_at', '>', eb.ref('locks_at')), eb.not(beforeLock)]).as('was_late'))
    .where('season_id', '=', seasonId)
    .where((eb) =>
      eb.or([eb('made_by', '=', 'admin'), eb.and([eb('made_at', '<', eb.ref('locks_at')), beforeLock])]),
    )
    .orderBy('round_id')
    .orderBy('player_id')
    .orderBy('position', 'desc')
  const rows = await read
    .selectFrom(counting.as('counting'))
    .select(['round_id', 'player_id', 'made_at', 'reason', 'was_late'])
    .where('made_by', '=', 'admin')
    .where(sql<boolean>`json_array_length(picks) > 0`)
    .execute()
  return new Map(
    rows.map(({ round_id, player_id, made_at, reason, was_late }) => [
      `${round_id}-${player_id}`,
      { kind: was_late ? 'entered_after_lock' : 'entered_by_admin', at: made_at, reason },
    ]),
  )
}

/** While the sport was open, in a season whose picks are sealed from admins. */
async function lookedAt(read: Read, seasonId: number): Promise<Map<string, Mark>> {
  const rows = await firstLooks(read, seasonId)
  return new Map(
    rows.map(({ round_id, player_id, looked_at, reason }) => [
      `${round_id}-${player_id}`,
      { kind: 'looked_at_by_admin', at: looked_at, reason },
    ]),
  )
}

export const isEntered = ({ kind }: Mark) => kind === 'entered_by_admin' || kind === 'entered_after_lock'

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
