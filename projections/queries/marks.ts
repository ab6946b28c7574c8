import type { Instant } from '../../domain/event.ts'
import { isBehindLock } from '../../domain/picks/pick.ts'
import type { Read } from '../engine/read-model.ts'
import { firstLooks } from '../read-models/looks.ts'
import type { CountedRound, CountingPick, PickEntry } from '../read-models/picks.ts'

/** Why a cell of the leaderboard deserves a second look. */
export type MarkKind = 'entered_by_admin' | 'entered_after_lock' | 'result_corrected' | 'looked_at_by_admin'

/** `reason` in the admin's own words, null where none was given. */
export type Mark = { kind: MarkKind; at: Instant; reason: string | null }

/** What an admin did to a season's cells. */
export type Marks = (roundId: number, playerId: number) => readonly Mark[]

/** @param entered marks of entries. */
export async function marksOfSeason(read: Read, seasonId: number, entered: Marks): Promise<Marks> {
  const corrected = await correctedResults(read, seasonId)
  const looked = await lookedAt(read, seasonId)
  return (roundId, playerId) => {
    const others = [corrected.get(roundId), looked.get(`${roundId}-${playerId}`)]
    return [...entered(roundId, playerId), ...others.filter((mark) => mark !== undefined)]
  }
}

/** Where the version that counts is an admin's entry, whenever it was made. */
export function entryMarks(rounds: readonly CountedRound[], picks: readonly CountingPick[]): Marks {
  const locks = new Map(rounds.map((round) => [round.roundId, round]))
  const marks = new Map<string, readonly Mark[]>()
  for (const { round_id, player_id, entered } of picks) {
    const lock = locks.get(round_id)
    if (entered && lock) marks.set(`${round_id}-${player_id}`, [entryMark(entered, lock)])
  }
  return (roundId, playerId) => marks.get(`${roundId}-${playerId}`) ?? NO_MARKS
}

const NO_MARKS: readonly Mark[] = []

function entryMark({ at, position, reason }: PickEntry, lock: CountedRound): Mark {
  const wasLate = at > lock.locksAt || isBehindLock({ position }, lock)
  return { kind: wasLate ? 'entered_after_lock' : 'entered_by_admin', at, reason }
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
