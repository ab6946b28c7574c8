import type { Instant } from '../event.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import { activeSeason, openSeason, type Season } from '../seasons/season.ts'
import {
  type NewRound,
  type PresentRound,
  playedRound,
  presentRound,
  type Round,
  type RoundEvent,
  type RoundResult,
  type RoundStatus,
  sameResult,
  takesPlace,
} from './round.ts'
import { checkTeams } from './round-editing.ts'
import { checkedResult, type PlacedPlayers } from './round-result.ts'
import { keptSlotNames } from './slot-names.ts'

export function createRound(state: Round, season: Season, details: NewRound): RoundEvent[] {
  if (state.status !== 'missing') throw new Refusal('id-in-use', { kind: 'sport', id: details.roundId })
  activeSeason(season)
  checkTeams(details.teams)
  const { slotNames = [], ...unnamed } = details
  return [{ type: 'RoundCreated', data: { ...unnamed, ...keptSlotNames(slotNames, details.picksMax) } }]
}

/** `participants` are the active ones. Those with an address get their link by mail. */
export function activateRound(
  state: Round,
  season: Season,
  participants: readonly { playerId: number; email: string | null }[],
  now: Instant,
): RoundEvent[] {
  const current = playedRound(state)
  activeSeason(season)
  requireStatus(current, ['draft'], 'cannot-activate')
  if (participants.length === 0) throw new Refusal('activation-without-participant')
  if (current.locksAt <= now) throw new Refusal('activation-after-lock-time')
  if (current.pickType === 'single' && current.teams.length === 0) {
    throw new Refusal('activation-without-team')
  }
  const recipients = participants.filter(({ email }) => email !== null).map(({ playerId }) => playerId)
  return [{ type: 'RoundActivated', data: { roundId: current.roundId, recipients } }]
}

export function activateRounds(
  states: readonly Round[],
  season: Season,
  participants: readonly { playerId: number; email: string | null }[],
  now: Instant,
): RoundEvent[] {
  return states.flatMap((state) => {
    try {
      return activateRound(state, season, participants, now)
    } catch (error) {
      if (!(error instanceof Refusal) || !('sportName' in state)) throw error
      const code = error.kind === 'not_found' ? 'activation-of-several-gone' : 'activation-of-several'
      throw new Refusal(code, { sport: state.sportName, why: error.message, code: error.code })
    }
  })
}

/** Picks that are in the log by then count, and later ones do not. */
export function lockRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  if (current.status === 'locked') throw new Refusal('sport-locked-already')
  requireStatus(current, ['active'], 'cannot-lock')
  const { roundId, locksAt } = current
  return [{ type: 'RoundLocked', data: { roundId, lockedAt: now < locksAt ? now : locksAt } }]
}

export function lockRoundOnTime(state: Round, now: Instant): RoundEvent[] {
  return isDueToLock(state, now) ? [{ type: 'RoundLocked', data: { roundId: state.roundId } }] : []
}

export const isDueToLock = (state: Round, now: Instant): state is PresentRound =>
  state.status === 'active' && takesPlace(state) && now >= state.locksAt

export function completeRound(
  state: Round,
  season: Season,
  result: RoundResult,
  placed: PlacedPlayers,
): RoundEvent[] {
  const current = playedRound(state)
  const { participants } = openSeason(season)
  requireStatus(current, ['locked'], 'cannot-complete')
  return completionOf(current, checkedResult(current, participants, result, placed))
}

/** One event, so that nobody sees the round without a result. */
export function correctRound(
  state: Round,
  season: Season,
  result: RoundResult,
  placed: PlacedPlayers,
): RoundEvent[] {
  const current = playedRound(state)
  const { participants } = openSeason(season)
  if (current.status !== 'completed') throw new Refusal('result-to-correct')
  const data = checkedResult(current, participants, result, placed)
  if (sameResult(current.result, data)) return []
  return completionOf(current, data)
}

function completionOf(current: PresentRound, { answer, ...data }: RoundResult): RoundEvent[] {
  const { roundId } = current
  const isNew = current.status !== 'completed' || current.result.answer !== answer
  const answered: RoundEvent[] =
    answer !== undefined && isNew ? [{ type: 'TieBreakAnswered', data: { roundId, value: answer } }] : []
  return [...answered, { type: 'RoundCompleted', data: { roundId, ...data } }]
}

export function unlockRound(state: Round, season: Season): RoundEvent[] {
  const current = playedRound(state)
  openSeason(season)
  requireStatus(current, ['completed'], 'cannot-unlock')
  return [{ type: 'RoundUnlocked', data: { roundId: current.roundId } }]
}

export function deleteRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = presentRound(state)
  openSeason(season)
  requireStatus(current, ['draft', 'active', 'locked'], 'cannot-delete')
  return [{ type: 'RoundDeleted', data: { roundId: current.roundId, deletedAt: now } }]
}

export function restoreRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = deletedRound(state)
  openSeason(season)
  const { roundId } = current
  return [
    { type: 'RoundRestored', data: { roundId } },
    ...lockRoundOnTime({ ...current, deletedAt: null }, now),
  ]
}

export function purgeRound(state: Round): RoundEvent[] {
  const { roundId } = deletedRound(state)
  return [{ type: 'RoundPurged', data: { roundId } }]
}

function requireStatus({ status }: PresentRound, allowed: readonly RoundStatus[], code: StatusCode) {
  if (!allowed.includes(status)) throw new Refusal(code, { status })
}

type StatusCode = Extract<RefusalCode, `cannot-${string}`>

function deletedRound(state: Round): PresentRound {
  if (state.status === 'missing' || state.status === 'purged') throw new Refusal('sport-not-found')
  if (state.deletedAt === null) throw new Refusal('sport-not-deleted')
  return state
}
