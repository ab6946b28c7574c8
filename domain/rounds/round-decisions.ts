import type { Instant } from '../event.ts'
import { IdTaken, Refusal } from '../refusal.ts'
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
  statusAt,
} from './round.ts'
import { checkTeams } from './round-editing.ts'
import { checkedResult, type PlacedPlayers } from './round-result.ts'
import { keptSlotNames } from './slot-names.ts'

export function createRound(state: Round, season: Season, details: NewRound): RoundEvent[] {
  if (state.status !== 'missing') throw new IdTaken('sport', details.roundId)
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
  requireStatus(current, ['draft'], 'activated')
  if (participants.length === 0) {
    throw new Refusal('wrong_state', 'Add at least one active participant to the season first')
  }
  if (current.locksAt <= now) {
    throw new Refusal('wrong_state', 'The lock time has passed. Choose one in the future first')
  }
  if (current.pickType === 'single' && current.teams.length === 0) {
    throw new Refusal('wrong_state', 'Add at least one team first')
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
      throw new Refusal(error.code, `No sport was activated, because of ${state.sportName}: ${error.message}`)
    }
  })
}

/** Ahead of every server's clock, so that a pick that was answered as saved counts. `tried` is an earlier append of the command that came too late. */
export function closeEarly(
  state: Round,
  { locksAt, tried, now }: { locksAt: Instant; tried: TriedLock | null; now: Instant },
): RoundEvent[] {
  const isAgain = tried !== null && 'locksAt' in state && state.locksAt === tried.locksAt
  // What others were answered meanwhile holds.
  const isOut = isAgain && (state.deletedAt !== null || state.cancelledAt !== null)
  if (tried !== null && (!isAgain || isOut)) return []
  const current = playedRound(state)
  if (!isAgain && statusAt(current, now) === 'locked') {
    throw new Refusal('wrong_state', 'The sport is locked already')
  }
  requireStatus(current, isAgain ? ['active', 'locked', 'completed'] : ['active'], 'locked')
  const bound = isAgain ? tried.planned : current.locksAt
  const closes = locksAt < bound ? locksAt : bound
  if (closes === current.locksAt) return []
  return [{ type: 'RoundClosedEarly', data: { roundId: current.roundId, locksAt: closes } }]
}

export type TriedLock = { locksAt: Instant; planned: Instant }

export function lockRoundOnTime(state: Round, now: Instant): RoundEvent[] {
  return isDueToLock(state, now) ? [{ type: 'RoundLocked', data: { roundId: state.roundId } }] : []
}

export function isDueToLock(state: Round, now: Instant): state is PresentRound {
  if (state.status !== 'active' || state.deletedAt !== null || state.cancelledAt !== null) return false
  return now >= state.locksAt
}

export function completeRound(
  state: Round,
  season: Season,
  result: RoundResult,
  context: { now: Instant } & PlacedPlayers,
): RoundEvent[] {
  const current = playedRound(state)
  const { participants } = openSeason(season)
  if (statusAt(current, context.now) !== 'locked') requireStatus(current, ['locked'], 'completed')
  const { roundId } = current
  const data = checkedResult(current, participants, result, context)
  const locked: RoundEvent[] = current.status === 'active' ? [{ type: 'RoundLocked', data: { roundId } }] : []
  return [...locked, ...completionOf(current, data)]
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
  if (current.status !== 'completed') {
    throw new Refusal('wrong_state', 'Only a completed sport has a result to correct')
  }
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
  requireStatus(current, ['completed'], 'unlocked')
  return [{ type: 'RoundUnlocked', data: { roundId: current.roundId } }]
}

export function deleteRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = presentRound(state)
  openSeason(season)
  requireStatus(current, ['draft', 'active', 'locked'], 'deleted')
  return [{ type: 'RoundDeleted', data: { roundId: current.roundId, deletedAt: now } }]
}

export function restoreRound(state: Round, season: Season): RoundEvent[] {
  const { roundId } = deletedRound(state)
  openSeason(season)
  return [{ type: 'RoundRestored', data: { roundId } }]
}

export function purgeRound(state: Round): RoundEvent[] {
  const { roundId } = deletedRound(state)
  return [{ type: 'RoundPurged', data: { roundId } }]
}

function requireStatus(current: PresentRound, allowed: readonly RoundStatus[], participle: string) {
  if (allowed.includes(current.status)) return
  const article = current.status === 'active' ? 'An' : 'A'
  throw new Refusal('wrong_state', `${article} ${current.status} sport cannot be ${participle}`)
}

function deletedRound(state: Round): PresentRound {
  if (state.status === 'missing' || state.status === 'purged') {
    throw new Refusal('not_found', 'Sport not found')
  }
  if (state.deletedAt === null) throw new Refusal('wrong_state', 'The sport is not deleted')
  return state
}
