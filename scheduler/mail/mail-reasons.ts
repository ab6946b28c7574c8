import type { Instant } from '../../domain/event.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { isOpenAt } from '../../domain/rounds/round.ts'
import type { MailFacts } from './mail-facts.ts'

export type Reason = (facts: MailFacts, player: PresentPlayer, now: Instant) => string | null

/** What may pass delays a mail: once it has passed, the mail goes out unless it is useless by then. */
export const TEMPORARY = {
  seasonDeleted: 'the season was deleted',
  seasonInactive: 'the season is not active',
  deleted: 'the sport was deleted',
  cancelled: 'the sport was cancelled',
  inactive: 'the player is not active',
  noParticipant: 'the player no longer takes part in the season',
  noAddress: 'the player has no email address',
  switchedOff: 'email notifications are off',
} as const
/** Without the server's words, which hold the address: an erasure does not reach what was skipped. */
export const ADDRESS_REFUSED = 'the mail server refuses this address'

export const isTemporary = (reason: string) => (Object.values(TEMPORARY) as string[]).includes(reason)

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

export const isDeleted = ({ season, round }: MailFacts): string | null => {
  if (season.deletedAt !== null) return TEMPORARY.seasonDeleted
  return round?.deletedAt ? TEMPORARY.deleted : null
}

export const isOutOfPlay = (facts: MailFacts, { playerId, status }: PresentPlayer) => {
  if (!facts.season.participants.has(playerId)) return isDeleted(facts) ?? TEMPORARY.noParticipant
  return isDeleted(facts) ?? (status === 'inactive' ? TEMPORARY.inactive : null)
}

export const isPutAside = ({ season }: MailFacts) => (season.active ? null : TEMPORARY.seasonInactive)

export const isBack = (facts: MailFacts, player: PresentPlayer) =>
  isOutOfPlay(facts, player) === null && isPutAside(facts) === null

export const isNothingOpen: Reason = ({ sports, round }, _player, now) =>
  (round ? [round] : sports).some((one) => isOpenAt(one, now)) ? null : 'no sport is open for picks'

export const isClosed: Reason = ({ season, round }, _player, now) => {
  if (season.status === 'ended') return 'the season has ended'
  if (round && round.cancelled !== null) return TEMPORARY.cancelled
  return round?.status === 'active' && now < round.locksAt ? null : 'the sport is not open for picks'
}

export const hasPicked: Reason = ({ picks }, { playerId }) =>
  picks.has(playerId) ? 'the player has picked since' : null

const MOVED_MS_MIN = 5 * 60_000

export const hasNotMoved: Reason = ({ round, roundBefore }) => {
  if (!round || !roundBefore) return null
  if (round.locksAt === roundBefore.locksAt) return 'the lock time is what it was'
  const movedMs = Math.abs(Date.parse(round.locksAt) - Date.parse(roundBefore.locksAt))
  return movedMs < MOVED_MS_MIN ? 'the lock time has moved by less than five minutes' : null
}

export const hasPickedSince: Reason = ({ versions }, { playerId }) =>
  versions.get(playerId)?.made_by === 'player' ? 'the player has picked since' : null

export const isCancelled: Reason = ({ round }) =>
  round && round.cancelled !== null ? TEMPORARY.cancelled : null

export const isNotCancelled: Reason = ({ round }) =>
  round?.cancelled === null ? 'the sport was reinstated' : null

export const isScored: Reason = ({ round }) =>
  round?.status === 'completed' ? 'the sport has been scored since' : null

export const isNotScored: Reason = ({ round }) =>
  round?.status === 'completed' ? null : 'the sport was unlocked'

export const hasEnded: Reason = ({ season }) => (season.status === 'ended' ? 'the season has ended' : null)

export const hasNotEnded: Reason = ({ season }) =>
  season.status === 'ended' ? null : 'the season was reopened'
