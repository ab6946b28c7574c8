import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { isOpenAt, type PresentRound } from '../../domain/rounds/round.ts'
import type { MailFacts } from './mail-facts.ts'

export type Reason = (facts: MailFacts, player: PresentPlayer, now: Instant) => string | null

/** A sport that is back in play sends what was kept. */
export const DELETED = 'the sport was deleted'
export const CANCELLED = 'the sport was cancelled'
export const NO_ADDRESS = 'the player has no email address'
/** Without the server's words, which hold the address: an erasure does not reach what was skipped. */
export const ADDRESS_REFUSED = 'the mail server refuses this address'
export const NO_PARTICIPANT = 'the player no longer takes part in the season'
export const REINSTATED = 'the sport was reinstated'

export const mayPass = (reason: string) => reason === CANCELLED || reason === DELETED

export const notSent = (reason: string) => `Not sent: ${reason}`

export const anyOf =
  (...reasons: readonly Reason[]): Reason =>
  (...asked) => {
    for (const reason of reasons) {
      const found = reason(...asked)
      if (found !== null) return found
    }
    return null
  }

export const always: Reason = () => null

export const isOutOfPlay = ({ season, round }: MailFacts, player: PresentPlayer): string | null => {
  if (season.deletedAt !== null) return 'the season was deleted'
  if (round?.deletedAt) return DELETED
  return player.status === 'inactive' ? 'the player is not active' : null
}

export const isPutAside = ({ season }: MailFacts): string | null =>
  !season.active ? 'the season is not active' : null

export const isBack = (facts: MailFacts, player: PresentPlayer) =>
  isOutOfPlay(facts, player) === null && isPutAside(facts) === null

/** Where a lock came first, nobody can make up for what was missed. */
export const canPick: Reason = (facts, player, now) => {
  const hasLocked = facts.sports.some(
    ({ round, wasOpen }) => wasOpen && isPlayed(round) && !isOpenAt(round, now),
  )
  return isBack(facts, player) && !hasLocked ? 'links work again' : null
}

const isPlayed = ({ deletedAt, cancelledAt }: PresentRound) => deletedAt === null && cancelledAt === null

export const isNothingOpen: Reason = ({ sports }, _player, now) =>
  sports.some(({ round }) => isOpenAt(round, now)) ? null : 'no sport is open for picks'

export const isClosed: Reason = ({ season, round }, _player, now) => {
  if (season.status === 'ended') return 'the season has ended'
  if (round && round.cancelledAt !== null) return CANCELLED
  return round?.status === 'active' && now < round.locksAt ? null : 'the sport is not open for picks'
}

export const hasPicked: Reason = ({ picks }, { playerId }) =>
  picks.has(playerId) ? 'the player has picked since' : null

export const wantsNoReminders: Reason = (_facts, { remindersDeclined }) =>
  remindersDeclined ? 'the player wants no reminders' : null

const MOVED_MS_MIN = 5 * 60_000

export const hasNotMoved: Reason = ({ round, roundBefore }) => {
  if (!round || !roundBefore) return null
  if (round.locksAt === roundBefore.locksAt) return 'the lock time is what it was'
  const movedMs = Math.abs(Date.parse(round.locksAt) - Date.parse(roundBefore.locksAt))
  return movedMs < MOVED_MS_MIN ? 'the lock time has moved by less than five minutes' : null
}

export const isNotEntered: Reason = ({ versions }, { playerId }) =>
  versions.get(playerId)?.made_by === 'admin' ? null : 'another pick counts by now'

export const isCancelled: Reason = ({ round }) => (round && round.cancelledAt !== null ? CANCELLED : null)

export const isNotCancelled: Reason = ({ round }) => (round?.cancelledAt === null ? REINSTATED : null)

export const isScored: Reason = ({ round }) =>
  round?.status === 'completed' ? 'the sport has been scored since' : null

export const isNotScored: Reason = ({ round }) =>
  round?.status === 'completed' ? null : 'the sport was unlocked'

export const hasEnded: Reason = ({ season }) => (season.status === 'ended' ? 'the season has ended' : null)

export const hasNotEnded: Reason = ({ season }) =>
  season.status === 'ended' ? null : 'the season was reopened'
