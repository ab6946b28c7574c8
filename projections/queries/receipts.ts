import type { Instant } from '../../domain/event.ts'
import { countingPick, isBehindLock, type PickVersion } from '../../domain/picks/pick.ts'
import type { Lock } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'
import { rowStatusAt } from '../read-models/rounds.ts'
import { namesBefore } from '../read-models/season-timeline.ts'
import { isSealed } from './leaderboard-view.ts'

/**
 * What a version of a pick came to. `late` came after the lock, and never counted; so did `sealed_late`, although its
 * time is before the lock; `withdrawn` was taken back.
 */
export type ReceiptFate = 'counts' | 'superseded' | 'late' | 'sealed_late' | 'withdrawn'

export type Receipt = {
  code: string
  of: { seasonId: number; roundId: number; playerId: number }
  playerName: string
  sportName: string
  seasonName: string
  /** Where sport or season had another name when this was saved. */
  calledThen?: { sportName: string; seasonName: string }
  timeZone: string
  savedAt: Instant
  savedBy: PickVersion['by']
  lockInstant: Instant
  fate: ReceiptFate
  /** The version that counts in its place. */
  supersededBy: { savedAt: Instant; savedBy: PickVersion['by'] } | null
  locked: boolean
  cancelled?: 1
  /** Null while the sport is open for picks, and of a sport that is deleted. */
  picks: readonly string[] | null
  /** As it stood with this version; null where there is none, and like the picks. */
  guess: number | null
}

/** Null for a code that no pick has, or only one that was deleted for ever. */
export async function findReceipt(read: Read, code: string, at: Instant): Promise<Receipt | null> {
  const row = await read
    .selectFrom('pick_versions')
    .innerJoin('rounds', 'rounds.id', 'pick_versions.round_id')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .leftJoin('players', 'players.id', 'pick_versions.player_id')
    .select(['round_id', 'player_id', 'season_id', 'sport_name', 'slot_names', 'time_zone', 'locks_at'])
    .select(['lock_position', 'rounds.status', 'cancelled_at'])
    .select(['rounds.deleted_at', 'seasons.deleted_at as season_deleted_at', 'seasons.name as season_name'])
    .select('players.name as player_name')
    .where('receipt', '=', code)
    .executeTakeFirst()
  if (!row) return null
  const versions = await versionsOf(read, row.round_id, row.player_id)
  const own = versions.find((version) => version.receipt === code)
  if (!own) return null

  const lock = { locksAt: row.locks_at, lockPosition: row.lock_position }
  const counting = countingPick(versions, lock)
  const locked = !isSealed(rowStatusAt(row, at))
  const isThere = row.deleted_at === null && row.season_deleted_at === null
  const now = { sportName: row.sport_name, seasonName: row.season_name }
  const then = await namesBefore(read, { seasonId: row.season_id, roundId: row.round_id }, own.position)
  const isCalledSo = then.sportName === now.sportName && then.seasonName === now.seasonName
  return {
    of: { seasonId: row.season_id, roundId: row.round_id, playerId: row.player_id },
    ...{ code, locked, timeZone: row.time_zone, lockInstant: row.locks_at },
    ...now,
    ...(isCalledSo ? {} : { calledThen: then }),
    ...(row.cancelled_at === null ? {} : { cancelled: 1 }),
    playerName: row.player_name ?? 'Former player',
    savedAt: own.at,
    savedBy: own.by,
    fate: counting === own ? 'counts' : (lateness(own, lock) ?? (counting ? 'superseded' : 'withdrawn')),
    supersededBy: counting && counting !== own ? { savedAt: counting.at, savedBy: counting.by } : null,
    picks: locked && isThere ? namedPicks(own.picks, row.slot_names) : null,
    guess: locked && isThere ? await guessAt(read, row, own.position) : null,
  }
}

function lateness(version: PickVersion, lock: Lock): 'late' | 'sealed_late' | null {
  if (version.by === 'admin') return null
  if (version.at >= lock.locksAt) return 'late'
  return isBehindLock(version, lock) ? 'sealed_late' : null
}

/** Oldest first. */
async function versionsOf(read: Read, roundId: number, playerId: number) {
  const rows = await read
    .selectFrom('pick_versions')
    .select(['receipt', 'position', 'picks', 'made_at', 'made_by'])
    .where('round_id', '=', roundId)
    .where('player_id', '=', playerId)
    .orderBy('position')
    .execute()
  return rows.map(({ made_at, made_by, ...row }) => ({ ...row, at: made_at, by: made_by }))
}

/** A guess comes right before the version that it was saved with. */
async function guessAt(
  read: Read,
  { round_id, player_id }: { round_id: number; player_id: number },
  position: Position,
): Promise<number | null> {
  const row = await read
    .selectFrom('guesses')
    .select('guess')
    .where('round_id', '=', round_id)
    .where('player_id', '=', player_id)
    .where('position', '<', position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.guess ?? null
}
