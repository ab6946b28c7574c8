import type { Instant } from '../event.ts'
import { counted } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { isSealed } from '../seasons/sealing.ts'
import {
  checkGuess,
  checkValues,
  countingPick,
  type LateRequest,
  linkedRound,
  type Pick,
  type PickContext,
  type PickEvent,
} from './pick.ts'

/** Once for a round, between its lock and its first result. It never counts: an admin may enter it. */
export function askLate(
  state: Pick,
  context: PickContext,
  { picks, guess, askedAt }: { picks: readonly string[]; guess?: number | undefined; askedAt: Instant },
): PickEvent[] {
  const round = linkedRound(context)
  if (isSealed(round)) throw new Refusal('late-pick-before-lock')
  if (context.firstResultPosition !== undefined) throw new Refusal('late-pick-after-result')
  if (countingPick(state, round)) throw new Refusal('late-pick-with-pick')
  if (state.some(isLateRequest)) throw new Refusal('late-pick-asked')
  const values = checkValues(round, picks)
  if (guess !== undefined) checkGuess(round, guess)
  const { roundId, playerId } = context
  const asked = { roundId, playerId, picks: values, ...(guess !== undefined && { guess }), askedAt }
  return [{ type: 'PickAskedLate', data: asked }]
}

/** None where a result was in the log before it. Result and request may come at once, in two streams. */
export const lateRequest = (
  state: Pick,
  { firstResultPosition }: { firstResultPosition?: string | undefined },
): LateRequest | null =>
  state
    .filter(isLateRequest)
    .find(
      ({ position }) =>
        firstResultPosition === undefined || position === undefined || position < firstResultPosition,
    ) ?? null

export const isLateRequest = (one: Pick[number]): one is LateRequest => 'asked' in one

/** `asked 4 minutes after the lock, when picks were public`. Rounded down. */
export function askedText({ at }: { at: Instant }, { locksAt }: { locksAt: Instant }): string {
  const minutes = Math.floor((Date.parse(at) - Date.parse(locksAt)) / 60_000)
  const hours = Math.floor(minutes / 60)
  const span =
    hours >= 48
      ? counted(Math.floor(hours / 24), 'day')
      : hours >= 1
        ? counted(hours, 'hour')
        : minutes >= 1
          ? counted(minutes, 'minute')
          : 'less than a minute'
  return `asked ${span} after the lock, when picks were public`
}
