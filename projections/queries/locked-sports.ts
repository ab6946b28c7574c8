import type { Instant } from '../../domain/event.ts'
import type { Read } from '../engine/read-model.ts'

/**
 * The sports of these locks by name, each once. What is deleted is left out.
 * @param locks newest first; `at` is when the log was told of it.
 */
export async function lockedSports(
  read: Read,
  locks: readonly { roundId: number; at: Instant }[],
  max: number,
): Promise<{ roundId: number; sportName: string; lockedAt: Instant }[]> {
  const told = new Map(locks.toReversed().map(({ roundId, at }) => [roundId, at]))
  if (told.size === 0) return []
  const rows = await read
    .selectFrom('rounds')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .select(['rounds.id', 'sport_name', 'locks_at'])
    .where('rounds.id', 'in', [...told.keys()])
    .where('rounds.deleted_at', 'is', null)
    .where('seasons.deleted_at', 'is', null)
    .execute()
  return rows
    .map(({ id, sport_name, locks_at }) => ({ id, sport_name, locks_at, at: told.get(id) ?? locks_at }))
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : other.id - one.id))
    .slice(0, max)
    .map(({ id, sport_name, locks_at, at }) => ({
      ...{ roundId: id, sportName: sport_name },
      // A lock that was moved since was at another time.
      lockedAt: locks_at < at ? locks_at : at,
    }))
}
