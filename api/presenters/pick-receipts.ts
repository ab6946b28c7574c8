import type { Instant } from '../../domain/event.ts'
import { countingPick, isVersion, type Pick } from '../../domain/picks/pick.ts'
import { receiptCode } from '../../domain/picks/receipt.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'

/** Of the versions that the pick page lists. */
const SHOWN_MAX = 20

/**
 * What the pick page shows of a pick, the newest versions first; nothing before the first pick,
 * and no receipt where none counts.
 * @param eventIds of the events that the versions follow from: each adds one.
 */
export function receiptsInRest(state: Pick, eventIds: readonly string[], round: PresentRound) {
  const versions = state.filter((one) => isVersion(one))
  if (versions.length === 0) return {}
  const counting = countingPick(versions, round)
  const codeOf = (version: Pick[number]) => receiptCode(eventIds[state.indexOf(version)] ?? '')
  const shown = versions.slice(-SHOWN_MAX).map((version) => {
    const { at, by, picks } = version
    return {
      code: codeOf(version),
      savedAt: at,
      savedBy: by,
      picks: namedPicks(picks, round.slotNames),
      ...guessWith(state, version),
    }
  })
  return {
    ...(counting && {
      receipt: {
        code: codeOf(counting),
        savedAt: counting.at,
        beforeLockMs: msBetween(counting.at, round.locksAt),
      },
    }),
    versions: shown.toReversed(),
    versionCount: versions.length,
  }
}

/** The guess as it stood then: it comes right before the version that it was saved with. */
function guessWith(state: Pick, version: Pick[number]) {
  const last = state.slice(0, state.indexOf(version)).findLast((one) => !isVersion(one))
  return last && 'guess' in last && last.guess !== null ? { guess: last.guess } : {}
}

export const msBetween = (from: Instant, to: Instant) => Date.parse(to) - Date.parse(from)
