import type { Instant } from '#domain/event'
import { type PickEvent, type PickVersion, pick } from '#domain/pick'
import { receiptCode } from '#domain/receipt'
import type { Services } from './services.ts'

/** A version of a pick, with what its player can show for it. */
export type ReceiptedVersion = PickVersion & { code: string }

/** Every version, oldest first, as the log has it. */
export async function receiptedVersions(
  { store }: Services,
  roundId: number,
  playerId: number,
): Promise<ReceiptedVersion[]> {
  const events = await store.read(pick.stream(roundId, playerId))
  // What stands in a pick's stream was written by its own decisions.
  const versions = (events as readonly unknown[] as readonly PickEvent[]).reduce(pick.evolve, pick.initial)
  return withReceipts(
    versions,
    events.map(({ id }) => id),
  )
}

/** @param eventIds of the events that the versions follow from: each adds one. */
export function withReceipts(
  versions: readonly PickVersion[],
  eventIds: readonly string[],
): ReceiptedVersion[] {
  return versions.map((version, index) => ({ ...version, code: receiptCode(eventIds[index] ?? '') }))
}

/** What the pick page shows of them, the newest first; nothing before the first pick. */
export function receiptsInRest(
  versions: readonly ReceiptedVersion[],
  counting: ReceiptedVersion | null,
  lockedAt: Instant,
) {
  if (!counting) return {}
  const { code, at } = counting
  return {
    receipt: { code, savedAt: at, beforeLockMs: msBetween(at, lockedAt) },
    versions: versions
      .toReversed()
      .map(({ code, at, by, picks }) => ({ code, savedAt: at, savedBy: by, picks: [...picks] })),
  }
}

export const msBetween = (from: Instant, to: Instant) => Date.parse(to) - Date.parse(from)
