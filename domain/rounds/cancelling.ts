import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { openSeason, type Season } from '../seasons/season.ts'
import { presentRound, type Round, type RoundEvent } from './round.ts'
import { lockRoundOnTime } from './round-decisions.ts'

export function cancelRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const { roundId, status, cancelled } = presentRound(state)
  openSeason(season)
  if (status === 'completed') throw new Refusal('completed-cannot-be-cancelled')
  if (cancelled !== null) throw new Refusal('sport-cancelled-already')
  return [{ type: 'RoundCancelled', data: { roundId, cancelledAt: now } }]
}

export function reinstateRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = presentRound(state)
  const { roundId, cancelled } = current
  openSeason(season)
  if (cancelled === null) throw new Refusal('sport-not-cancelled')
  // Its picks may have been shown since its lock time, so that it does not open again.
  return [
    { type: 'RoundReinstated', data: { roundId } },
    ...lockRoundOnTime({ ...current, cancelled: null }, now),
  ]
}
