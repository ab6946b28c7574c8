import type { Instant } from '../../domain/event.ts'
import { isSealed, isSealedFromAdmins, sealedSports } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { Read } from '../read-models/read-tables.ts'

export type SealedPicks = (seasonId: number | null, roundId: number | null) => Promise<boolean>

export const sealedFrom =
  (whom: 'everybody' | 'admins', store: EventStore): SealedPicks =>
  async (seasonId, roundId) => {
    const state = await load(store, seasonStream, seasonId ?? 0)
    const round = roundIn(state, roundId ?? 0)
    return whom === 'admins' ? isSealedFromAdmins(state.season, round) : isSealed(round)
  }

export const NONE_SEALED: SealedPicks = async () => false

export const ALL_SEALED: SealedPicks = async () => true

export async function sportsSealedFromAdmins(read: Read, store: EventStore, now: Instant): Promise<string[]> {
  const rows = await read
    .selectFrom('history')
    .select('season_id')
    .distinct()
    .where('type', '=', 'PicksSealedFromAdmins')
    .execute()
  const states = await Promise.all(rows.map(({ season_id }) => load(store, seasonStream, season_id ?? 0)))
  return states.flatMap((state) => sealedSports(state, now))
}
