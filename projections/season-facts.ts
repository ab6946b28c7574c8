import type { Instant } from '#domain/event'
import { statusAt } from '#domain/round'
import type { SeasonFacts } from '#domain/standings'
import { countingPicks } from './picks.ts'
import type { Read } from './read-model.ts'
import { forCounting, type RoundRow, roundsInPlay } from './rounds.ts'
import { listParticipants } from './seasons.ts'
import { currentSettings } from './settings.ts'

/** Everything that a season's boards follow from, as the read tables have it. */
export type SeasonSnapshot = { rounds: RoundRow[]; facts: SeasonFacts }

/**
 * @param now published locks alone decide without it; with it, a round whose lock time has passed counts as locked.
 * Null when the season does not exist or is deleted.
 */
export async function loadSeason(
  read: Read,
  seasonId: number,
  now: Instant | null,
): Promise<SeasonSnapshot | null> {
  const season = await read
    .selectFrom('seasons')
    .select('kept_points')
    .where('id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!season) return null

  const published = await roundsInPlay(read, seasonId)
  const rounds = now === null ? published : published.map((round) => ({ ...round, status: seen(round, now) }))
  const picks = await countingPicks(read, rounds.map(forCounting))
  const picksByKey = new Map(picks.map((pick) => [`${pick.round_id}-${pick.player_id}`, pick.picks]))
  const participants = await listParticipants(read, seasonId)
  return {
    rounds,
    facts: {
      points: season.kept_points ?? (await currentSettings(read)).points,
      participants: participants.map(({ id, name }) => ({ playerId: id, name })),
      rounds: rounds.map((round) => ({ roundId: round.id, scored: scored(round) })),
      picksOf: (roundId, playerId) => picksByKey.get(`${roundId}-${playerId}`) ?? null,
    },
  }
}

const seen = ({ status, locks_at }: RoundRow, now: Instant) => statusAt({ status, locksAt: locks_at }, now)

const scored = ({ status, pick_type, places, placements }: RoundRow) =>
  status === 'completed' ? { pickType: pick_type, result: { places, placements } } : null
