import type { Instant } from '../../domain/event.ts'
import { countingPick, type PickVersion } from '../../domain/picks/pick.ts'
import { receiptCode } from '../../domain/picks/receipt.ts'
import { namedPicks, type SlotNames } from '../../domain/rounds/slot-names.ts'

/** Of the versions that the pick page lists. */
const SHOWN_MAX = 20

/**
 * What the pick page shows of a pick, the newest versions first; nothing before the first pick,
 * and no receipt where none counts.
 * @param eventIds of the events that the versions follow from: each adds one.
 */
export function receiptsInRest(
  versions: readonly PickVersion[],
  eventIds: readonly string[],
  lockedAt: Instant,
  slotNames: SlotNames | undefined,
) {
  if (versions.length === 0) return {}
  const counting = countingPick(versions, lockedAt)
  const codeOf = (index: number) => receiptCode(eventIds[index] ?? '')
  const first = Math.max(0, versions.length - SHOWN_MAX)
  const shown = versions.slice(first).map(({ at, by, picks }, index) => ({
    ...{ code: codeOf(first + index), savedAt: at, savedBy: by, picks: namedPicks(picks, slotNames) },
  }))
  return {
    ...(counting && {
      receipt: {
        code: codeOf(versions.indexOf(counting)),
        savedAt: counting.at,
        beforeLockMs: msBetween(counting.at, lockedAt),
      },
    }),
    versions: shown.toReversed(),
    versionCount: versions.length,
  }
}

export const msBetween = (from: Instant, to: Instant) => Date.parse(to) - Date.parse(from)
