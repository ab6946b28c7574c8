import type { Instant } from '../../domain/event.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { isDueToLock } from '../../domain/rounds/round-decisions.ts'
import { isSealedAt, isSealedFromAdmins, sealedSports } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type EventStore, EventStoreUnavailable } from '../../platform/event-store/event-store.ts'
import { load } from '../../platform/event-store/transact.ts'
import { type Clock, later } from '../../platform/time/clock.ts'
import type { Read } from '../engine/read-model.ts'

export type SealedPicks = (seasonId: number | null, roundId: number | null) => Promise<boolean>

export const sealedFromPublic =
  (store: EventStore, clock: Pick<Clock, 'now'>): SealedPicks =>
  async (seasonId, roundId) =>
    isSealedAt((await inLog(store, seasonId, roundId)).round, clock.now())

export const sealedFromAdmins =
  (store: EventStore, clock: Pick<Clock, 'now'>): SealedPicks =>
  async (seasonId, roundId) => {
    const { season, round } = await inLog(store, seasonId, roundId)
    return isSealedFromAdmins(season, round, clock.now())
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

/** The tables may show a lock time that was moved, so an unpublished lock is looked up in the log before it opens anything. */
export async function visibleAsOf(
  store: EventStore,
  rounds: readonly PresentRound[],
  now: Instant,
): Promise<Instant> {
  const due = rounds.filter((round) => isDueToLock(round, now))
  const moved = await Promise.all(
    due.map(async (round) => ((await isStillOpen(store, round, now)) ? round.locksAt : [])),
  )
  const [first] = moved.flat().sort()
  return first === undefined ? now : later(first, -1)
}

async function isStillOpen(store: EventStore, { seasonId, roundId }: PresentRound, now: Instant) {
  try {
    return isSealedAt((await inLog(store, seasonId, roundId)).round, now)
  } catch (error) {
    if (error instanceof EventStoreUnavailable) return true
    throw error
  }
}
