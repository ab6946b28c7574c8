import type { Instant } from '../../domain/event.ts'
import type { Read } from '../engine/read-model.ts'
import { findRounds } from '../league/rounds.ts'

/** `locks` newest first; `at` is when the log was told of it. */
export async function lockedSports(
  read: Read,
  locks: readonly { roundId: number; at: Instant }[],
  max: number,
): Promise<{ roundId: number; sportName: string; lockedAt: Instant }[]> {
  const told = new Map(locks.toReversed().map(({ roundId, at }) => [roundId, at]))
  const rounds = await findRounds(read, told.keys())
  return rounds
    .filter(({ round, season }) => round.deletedAt === null && season.season.deletedAt === null)
    .map(({ round }) => ({ ...round, at: told.get(round.roundId) ?? round.locksAt }))
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : other.roundId - one.roundId))
    .slice(0, max)
    .map(({ roundId, sportName, locksAt, at }) => ({
      roundId,
      sportName,
      lockedAt: locksAt < at ? locksAt : at,
    }))
}
