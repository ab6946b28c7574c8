import type { Instant } from '../event.ts'
import { Refusal } from '../refusal.ts'
import { activeSeason, openSeason, type Season } from '../seasons/season.ts'
import { type PresentRound, playedRound, type Round, type RoundEvent } from './round.ts'
import { activateRound } from './round-decisions.ts'

export function planActivation(state: Round, season: Season, opensAt: Instant, now: Instant): RoundEvent[] {
  const current = playedRound(state)
  activeSeason(season)
  requireDraft(current)
  if (current.opening?.failed === null && current.opening.opensAt === opensAt) return []
  if (opensAt <= now) throw new Refusal('opening-in-past')
  if (opensAt >= current.locksAt) throw new Refusal('opening-after-lock')
  return [{ type: 'ActivationPlanned', data: { roundId: current.roundId, opensAt } }]
}

export function unplanActivation(state: Round, season: Season): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  requireDraft(current)
  if (current.opening === null) return []
  return [{ type: 'ActivationUnplanned', data: { roundId: current.roundId } }]
}

export function activateOnTime(
  state: Round,
  season: Season,
  participants: Parameters<typeof activateRound>[2],
  now: Instant,
): RoundEvent[] {
  if (!isDueToOpen(state, now)) return []
  try {
    return activateRound(state, season, participants, now)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [{ type: 'ActivationFailed', data: { roundId: state.roundId, why: error.message } }]
  }
}

export function isDueToOpen(state: Round, now: Instant): state is PresentRound {
  if (!('opening' in state) || state.opening === null) return false
  if (state.deletedAt !== null || state.cancelled !== null) return false
  return state.status === 'draft' && state.opening.failed === null && now >= state.opening.opensAt
}

function requireDraft({ status }: PresentRound) {
  if (status !== 'draft') throw new Refusal('opening-of-draft')
}
