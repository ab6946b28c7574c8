import type { Instant } from './event.ts'
import { Refusal } from './refusal.ts'
import { type DueReminder, dueReminders, type ReminderTimes } from './reminders.ts'
import {
  type PresentRound,
  presentRound,
  type Round,
  type RoundDetails,
  type RoundEvent,
  type RoundResult,
  type RoundStatus,
  sameResult,
  statusAt,
} from './round.ts'
import { checkTeams } from './round-editing.ts'
import { checkedResult, type PlacedPlayers } from './round-result.ts'
import { activeSeason, isPlayed, openSeason, type Season } from './season.ts'

export function createRound(
  state: Round,
  season: Season,
  details: RoundDetails & { roundId: number; seasonId: number },
): RoundEvent[] {
  if (state.status !== 'missing') return []
  activeSeason(season)
  checkTeams(details.teams)
  return [{ type: 'RoundCreated', data: details }]
}

/** @param participants the season's active participants. Those with an address get their link by mail. */
export function activateRound(
  state: Round,
  season: Season,
  participants: readonly { playerId: number; email: string | null }[],
  now: Instant,
): RoundEvent[] {
  const current = presentRound(state)
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
  return [{ type: 'RoundActivated', data: { recipients } }]
}

/**
 * Asks for a pick once more, through the link that each has already.
 * @param recipients active participants with an address, without a pick, who have not declined reminders.
 */
export function remindByHand(
  state: Round,
  season: Season,
  recipients: readonly number[],
  now: Instant,
): RoundEvent[] {
  const current = presentRound(state)
  activeSeason(season)
  if (statusAt(current, now) !== 'active') {
    throw new Refusal('wrong_state', 'Reminders go out only while a sport is open for picks')
  }
  return recipients.length > 0 ? [{ type: 'PlayersReminded', data: { kind: 'by_hand', recipients } }] : []
}

/**
 * Sends a reminder whose time has come, or records why nobody gets it. Nothing to do when it is not due, or no longer.
 * @param recipients as by hand.
 */
export function remindOnTime(
  state: Round,
  season: Season,
  { kind, slot }: Pick<DueReminder, 'kind' | 'slot'>,
  { times, recipients, now }: { times: ReminderTimes; recipients: readonly number[]; now: Instant },
): RoundEvent[] {
  if (state.status !== 'active' || state.deletedAt !== null || !isPlayed(season)) return []
  if (state.locksAt !== times.locksAt) return []
  const due = dueReminders(state.reminders, times, now).find((one) => one.kind === kind && one.slot === slot)
  if (!due) return []
  const why = due.skipped ?? (recipients.length === 0 ? 'nobody_left' : null)
  if (why !== null) return [{ type: 'ReminderSkipped', data: { kind, slot, why } }]
  return [{ type: 'PlayersReminded', data: { kind, recipients, ...(kind === 'daily' ? { slot } : {}) } }]
}

/** Lock Now: at once, before the lock time. */
export function lockRoundByHand(state: Round, now: Instant): RoundEvent[] {
  const current = presentRound(state)
  if (statusAt(current, now) === 'locked') throw new Refusal('wrong_state', 'The sport is locked already')
  requireStatus(current, ['active'], 'locked')
  return [{ type: 'RoundLocked', data: { lockedAt: now } }]
}

/** Publishes that the lock time has come. Nothing to do before it, or when the lock stands already. */
export function lockRoundOnTime(state: Round, now: Instant): RoundEvent[] {
  if (state.status !== 'active' || state.deletedAt !== null || now < state.locksAt) return []
  return [{ type: 'RoundLocked', data: { lockedAt: state.locksAt } }]
}

export function completeRound(
  state: Round,
  season: Season,
  result: RoundResult,
  scene: { now: Instant } & PlacedPlayers,
): RoundEvent[] {
  const current = presentRound(state)
  const { participants } = openSeason(season)
  if (statusAt(current, scene.now) !== 'locked') requireStatus(current, ['locked'], 'completed')
  const data = checkedResult(current, participants, result, scene)
  const locked: RoundEvent[] =
    current.status === 'active' ? [{ type: 'RoundLocked', data: { lockedAt: current.locksAt } }] : []
  return [...locked, { type: 'RoundCompleted', data }]
}

/** Publishes another result at once, so that nobody sees the round without one. Nothing to do when it is the same. */
export function correctRound(
  state: Round,
  season: Season,
  result: RoundResult,
  placed: PlacedPlayers,
): RoundEvent[] {
  const current = presentRound(state)
  const { participants } = openSeason(season)
  if (current.status !== 'completed') {
    throw new Refusal('wrong_state', 'Only a completed sport has a result to correct')
  }
  const data = checkedResult(current, participants, result, placed)
  return sameResult(current.result, data) ? [] : [{ type: 'RoundCompleted', data }]
}

/** The points stop counting until the round is completed again. Players stay locked out. */
export function unlockRound(state: Round, season: Season): RoundEvent[] {
  const current = presentRound(state)
  openSeason(season)
  requireStatus(current, ['completed'], 'unlocked')
  return [{ type: 'RoundUnlocked', data: {} }]
}

export function deleteRound(state: Round, season: Season, now: Instant): RoundEvent[] {
  const current = presentRound(state)
  openSeason(season)
  requireStatus(current, ['draft', 'active', 'locked'], 'deleted')
  return [{ type: 'RoundDeleted', data: { deletedAt: now } }]
}

export function restoreRound(state: Round, season: Season): RoundEvent[] {
  requireDeleted(state)
  openSeason(season)
  return [{ type: 'RoundRestored', data: {} }]
}

export function purgeRound(state: Round): RoundEvent[] {
  requireDeleted(state)
  return [{ type: 'RoundPurged', data: {} }]
}

function requireStatus(current: PresentRound, allowed: readonly RoundStatus[], participle: string) {
  if (allowed.includes(current.status)) return
  const article = current.status === 'active' ? 'An' : 'A'
  throw new Refusal('wrong_state', `${article} ${current.status} sport cannot be ${participle}`)
}

function requireDeleted(state: Round) {
  if (state.status === 'missing' || state.status === 'purged') {
    throw new Refusal('not_found', 'Sport not found')
  }
  if (state.deletedAt === null) throw new Refusal('wrong_state', 'The sport is not deleted')
}
