import type { Instant } from '../../domain/event.ts'
import { isSealedFromAdmins, openSports } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'

/**
 * Whether admins may know only that a pick of this round was made, by the log and the clock: what they see of single picks
 * asks here. What everybody may see, `pick-visibility` decides.
 */
export type SealedFromAdmins = (seasonId: number | null, roundId: number | null) => Promise<boolean>

export function sealedFromAdmins(store: EventStore, clock: Pick<Clock, 'now'>): SealedFromAdmins {
  return async (seasonId, roundId) => {
    if (seasonId === null || roundId === null) return false
    const state = await load(store, seasonStream, seasonId)
    return isSealedFromAdmins(state.season, roundIn(state, roundId), clock.now())
  }
}

/** Open sports whose picks are sealed from admins, deleted ones included: a file of the league would tell these picks. */
export async function sealedSports(read: Read, store: EventStore, now: Instant): Promise<string[]> {
  const rows = await read
    .selectFrom('history')
    .select('season_id')
    .distinct()
    .where('type', '=', 'PicksSealedFromAdmins')
    .execute()
  const open = await Promise.all(
    rows.map(async ({ season_id }) => {
      const state = await load(store, seasonStream, season_id ?? 0)
      return 'picksSealed' in state.season && state.season.picksSealed ? openSports(state, now) : []
    }),
  )
  return open.flat()
}

/** For what the lock has opened, or a player's own link. */
export const NONE_SEALED: SealedFromAdmins = async () => false

/** For what tells of no pick. */
export const ALL_SEALED: SealedFromAdmins = async () => true
