import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { lateSealAt } from '../../platform/integrity/late-seals.ts'
import { findRounds } from '../now/rounds.ts'
import type { Read } from '../read-models/read-tables.ts'

/** `locks` newest first; `at` is when the log was told of it. A seal is late if that of the last pick is. */
export async function lockedSports(
  { read, kysely }: { read: Read; kysely: Kysely<object> },
  locks: readonly { roundId: number; at: Instant }[],
  max: number,
): Promise<{ roundId: number; sportName: string; lockedAt: Instant; lateSeal?: string }[]> {
  const lockedAtOf = new Map(locks.toReversed().map(({ roundId, at }) => [roundId, at]))
  const rounds = await findRounds(read, lockedAtOf.keys())
  const sports = rounds
    .filter(({ round, season }) => round.deletedAt === null && season.season.deletedAt === null)
    .map(({ round }) => ({ ...round, at: lockedAtOf.get(round.roundId) ?? round.locksAt }))
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : other.roundId - one.roundId))
    .slice(0, max)
  return Promise.all(
    sports.map(async ({ roundId, sportName, locksAt, lockPosition = '', at }) => {
      const { last } = await read
        .selectFrom('history')
        .select(({ fn }) => fn.max('position').as('last'))
        .where('round_id', '=', roundId)
        .where('type', 'in', ['PickSubmitted', 'TieBreakGuessed'])
        .where('position', '<', lockPosition)
        .executeTakeFirstOrThrow()
      const late = last && (await lateSealAt(kysely, last, locksAt))
      return { roundId, sportName, lockedAt: locksAt < at ? locksAt : at, ...late }
    }),
  )
}
