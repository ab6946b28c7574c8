import type { Instant } from '../../domain/event.ts'
import { isSealed, isSealedFromAdmins, sealedSports } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import type { Read } from '../read-models/read-tables.ts'

export type SealedPicks = (seasonId: number | null, roundId: number | null) => Promise<boolean>

export const sealedFromPublic =
  (store: EventStore): SealedPicks =>
  async (seasonId, roundId) =>
    isSealed((await inLog(store, seasonId, roundId)).round)

export const sealedFromAdmins =
  (store: EventStore): SealedPicks =>
  async (seasonId, roundId) => {
    const { season, round } = await inLog(store, seasonId, roundId)
    return isSealedFromAdmins(season, round)
  }

export const NONE_SEALED: SealedPicks = async () => false

export const ALL_SEALED: SealedPicks = async () => true

async function inLog(store: EventStore, seasonId: number | null, roundId: number | null) {
  const state = await load(store, seasonStream, seasonId ?? 0)
  return { season: state.season, round: roundIn(state, roundId ?? 0) }
}

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
