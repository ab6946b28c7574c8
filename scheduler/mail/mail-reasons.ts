import type { Instant } from '../../domain/event.ts'
import { rowStatusAt } from '../../projections/read-models/rounds.ts'
import type { MailFacts, Participant, Sport } from './mail-facts.ts'

/** Why a mail to a player would be wrong now, although it was right when it was queued; null when it may go out. */
export type Reason = (facts: MailFacts, player: Participant, now: Instant) => string | null

/** A sport that is out of play may come back, and what it kept from going out then goes out. */
export const DELETED = 'the sport was deleted'
export const CANCELLED = 'the sport was cancelled'
export const REINSTATED = 'the sport was reinstated'

/** Whether a mail that is kept back for this reason goes out once its sport is back in play. */
export const mayPass = (reason: string) => reason === CANCELLED || reason === DELETED

export const notSent = (reason: string) => `Not sent: ${reason}`

/** The first of several reasons. */
export const anyOf =
  (...reasons: readonly Reason[]): Reason =>
  (...asked) => {
    for (const reason of reasons) {
      const found = reason(...asked)
      if (found !== null) return found
    }
    return null
  }

/** Nothing that happens later makes it wrong to tell. */
export const always: Reason = () => null

/** For every mail to players but those that tell of it. */
export const isOutOfPlay = ({ season, round }: MailFacts, player: Participant): string | null => {
  if (season.deleted_at !== null) return 'the season was deleted'
  if (round?.deleted_at) return DELETED
  return player.is_active === 0 ? 'the player is not active' : null
}

/** What is over may still be told when its season is put aside. */
export const isPutAside = ({ season }: MailFacts): string | null =>
  season.is_active === 0 ? 'the season is not active' : null

/** Whether nothing keeps the player from picking but a lock. */
export const isBack = (facts: MailFacts, player: Participant) =>
  isOutOfPlay(facts, player) === null && isPutAside(facts) === null

/** Of a mail that tells the reverse. Where a lock came first, nobody can make up for what was missed. */
export const canPick: Reason = (facts, player, now) => {
  const hasLocked = facts.sports.some((sport) => sport.wasOpen && isPlayed(sport) && !isOpen(sport, now))
  return isBack(facts, player) && !hasLocked ? 'links work again' : null
}

const isPlayed = ({ deleted_at, cancelled_at }: Sport) => deleted_at === null && cancelled_at === null
const isOpen = (sport: Sport, now: Instant) => isPlayed(sport) && rowStatusAt(sport, now) === 'active'

export const isNothingOpen: Reason = ({ sports }, _player, now) =>
  sports.some((sport) => isOpen(sport, now)) ? null : 'no sport is open for picks'

export const isClosed: Reason = ({ season, round }, _player, now) => {
  if (season.ended_at !== null) return 'the season has ended'
  if (round && round.cancelled_at !== null) return CANCELLED
  return round && rowStatusAt(round, now) === 'active' ? null : 'the sport is not open for picks'
}

export const hasPicked: Reason = ({ picks }, { id }) => (picks.has(id) ? 'the player has picked since' : null)

export const wantsNoReminders: Reason = (_facts, { reminders_declined }) =>
  reminders_declined === 1 ? 'the player wants no reminders' : null

const MOVED_MS_MIN = 5 * 60_000

export const hasNotMoved: Reason = ({ round, lockWas }) => {
  if (!round || lockWas === null) return null
  if (round.locks_at === lockWas) return 'the lock time is what it was'
  const movedMs = Math.abs(Date.parse(round.locks_at) - Date.parse(lockWas))
  return movedMs < MOVED_MS_MIN ? 'the lock time has moved by less than five minutes' : null
}

export const isNotEntered: Reason = ({ versions }, { id }) =>
  versions.get(id)?.made_by === 'admin' ? null : 'another pick counts by now'

export const isCancelled: Reason = ({ round }) => (round && round.cancelled_at !== null ? CANCELLED : null)

export const isNotCancelled: Reason = ({ round }) => (round?.cancelled_at === null ? REINSTATED : null)

export const isScored: Reason = ({ round }) =>
  round?.status === 'completed' ? 'the sport has been scored since' : null

export const isNotScored: Reason = ({ round }) =>
  round?.status === 'completed' ? null : 'the sport was unlocked'

export const hasEnded: Reason = ({ season }) => (season.ended_at === null ? null : 'the season has ended')

export const hasNotEnded: Reason = ({ season }) =>
  season.ended_at === null ? 'the season was reopened' : null
