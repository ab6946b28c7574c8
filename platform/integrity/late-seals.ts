import type { Kysely } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { type Position, START } from '../event-store/event-store.ts'
import { sealForPosition } from './hash-chain.ts'

/** Far more than clocks differ by, and than a seal takes while a server runs. */
const LATE_MS = 60_000

/** Null also for a lock before the first seal, as of sample data: no seal could prove anything then. */
export function lateSeal(sealedAt: Instant, locksAt: Instant, firstSealAt: Instant): string | null {
  const lateMs = Date.parse(sealedAt) - Date.parse(locksAt)
  return lateMs > LATE_MS && locksAt >= firstSealAt
    ? `sealed ${span(lateMs)} after the lock, perhaps because no server ran: no seal proves that it was in time`
    : null
}

export async function lateSealAt(
  kysely: Kysely<object>,
  position: Position,
  locksAt: Instant,
): Promise<{ lateSeal?: string }> {
  const [first, seal] = await Promise.all([START, position].map((from) => sealForPosition(kysely, from)))
  const late = first && seal && lateSeal(seal.sealedAt, locksAt, first.sealedAt)
  return late ? { lateSeal: late } : {}
}

export function span(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`
}
