import type { Instant } from '#domain/event'
import { lockInstant, statusAt } from '#domain/round'
import type { OutboxRow } from '#platform/vault'
import { countingPicks } from '#projections/picks'
import type { Read } from '#projections/read-model'

/** Mails that ask a player for a pick. */
const INVITATIONS = ['pick-link', 'reminder']

/** Why a mail that was right when it was queued would be wrong now; null when it may go out. */
export async function reasonToSkip(read: Read, mail: OutboxRow, now: Instant): Promise<string | null> {
  const { template, round_id, player_id } = mail
  if (round_id === null || player_id === null || !INVITATIONS.includes(template)) return null
  const found = await findInvited(read, round_id, player_id)
  if (!found) return 'the sport, the season or the player is gone'
  if (found.round_deleted_at !== null) return 'the sport was deleted'
  if (found.season_deleted_at !== null) return 'the season was deleted'
  if (found.ended_at !== null) return 'the season has ended'
  if (found.season_is_active === 0) return 'the season is not active'
  if (statusAt({ status: found.status, locksAt: found.locks_at }, now) !== 'active') {
    return 'the sport is not open for picks'
  }
  if (found.player_is_active === 0) return 'the player is not active'
  if (found.added_at === null) return 'the player no longer takes part in the season'
  if (template !== 'reminder') return null
  const instant = lockInstant({ locksAt: found.locks_at, lockedAt: found.locked_at })
  const picks = await countingPicks(read, [{ id: round_id, lockInstant: instant }])
  const hasPicked = picks.some((pick) => pick.player_id === player_id)
  return hasPicked ? 'the player has picked since' : null
}

function findInvited(read: Read, roundId: number, playerId: number) {
  return read
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .innerJoin('players', (join) => join.on('players.id', '=', playerId))
    .leftJoin('participants', (join) =>
      join
        .onRef('participants.season_id', '=', 'rounds.season_id')
        .onRef('participants.player_id', '=', 'players.id'),
    )
    .select([
      'rounds.status',
      'rounds.locks_at',
      'rounds.locked_at',
      'rounds.deleted_at as round_deleted_at',
      'seasons.deleted_at as season_deleted_at',
      'seasons.is_active as season_is_active',
      'seasons.ended_at',
      'players.is_active as player_is_active',
      'participants.added_at',
    ])
    .where('rounds.id', '=', roundId)
    .executeTakeFirst()
}
