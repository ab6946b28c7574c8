import type { RewrittenTemplate } from '../../domain/mail-templates.ts'
import {
  always,
  anyOf,
  canPick,
  hasEnded,
  hasNotEnded,
  hasNotMoved,
  hasPicked,
  hasPickedSince,
  isCancelled,
  isClosed,
  isDeleted,
  isNotCancelled,
  isNothingOpen,
  isNotScored,
  isOutOfPlay,
  isPutAside,
  isScored,
  type Reason,
  wantsNoReminders,
} from './mail-reasons.ts'
import { cancelledMail, reinstatedMail } from './mails/cancelled.ts'
import { finalReminderMail, pickLinkMail, pickLinksMail, reminderMail } from './mails/invitation.ts'
import { lockMovedMail } from './mails/lock-moved.ts'
import { linkCopiedMail, lookedAtMail } from './mails/looked-at.ts'
import { guessEnteredMail, pickClearedMail, pickEnteredMail } from './mails/pick-entered.ts'
import { picksLockedMail } from './mails/picks-locked.ts'
import { picksPausedMail, picksResumedMail } from './mails/picks-paused.ts'
import type { WriteMail, WriteTogether } from './mails/reader.ts'
import { resultsMail } from './mails/results.ts'
import { rewordedMail } from './mails/reworded.ts'
import { pointsChangedMail, rulesChangedMail } from './mails/rules-changed.ts'
import { seasonEndedMail } from './mails/season-ended.ts'
import { seasonReopenedMail } from './mails/season-reopened.ts'

type MailWriter = {
  write: WriteMail
  writeTogether?: WriteTogether
  /** Asked when the mail is sent, for each player. */
  reasonToSkip: Reason
}

/** Every mail to players that is written again when it goes out. */
// biome-ignore format: a table reads best as one
export const MAIL_WRITERS: Record<RewrittenTemplate, MailWriter> = {
  'pick-link':       { write: pickLinkMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'pick-links':      { write: pickLinkMail, writeTogether: pickLinksMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'reminder':        { write: reminderMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked, wantsNoReminders) },
  'final-reminder':  { write: finalReminderMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked, wantsNoReminders) },
  'lock-moved':      { write: lockMovedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasNotMoved) },
  'pick-entered':    { write: pickEnteredMail, reasonToSkip: anyOf(isDeleted, isCancelled, hasPickedSince) },
  'pick-cleared':    { write: pickClearedMail, reasonToSkip: anyOf(isDeleted, isCancelled, hasPickedSince) },
  'guess-entered':   { write: guessEnteredMail, reasonToSkip: anyOf(isDeleted, isCancelled) },
  'looked-at':       { write: lookedAtMail, reasonToSkip: always },
  'link-copied':     { write: linkCopiedMail, reasonToSkip: always },
  'reworded':        { write: rewordedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded) },
  'cancelled':       { write: cancelledMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isNotCancelled) },
  'reinstated':      { write: reinstatedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'picks-paused':    { write: picksPausedMail, reasonToSkip: anyOf(canPick, isCancelled, hasEnded) },
  'picks-resumed':   { write: picksResumedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded, isNothingOpen) },
  'picks-locked':    { write: picksLockedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, isScored) },
  'results':         { write: resultsMail, reasonToSkip: anyOf(isOutOfPlay, isNotScored) },
  'points-changed':  { write: pointsChangedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded) },
  'rules-changed':   { write: rulesChangedMail, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded) },
  'season-ended':    { write: seasonEndedMail, reasonToSkip: anyOf(isOutOfPlay, hasNotEnded) },
  'season-reopened': { write: seasonReopenedMail, reasonToSkip: anyOf(isOutOfPlay, hasEnded) },
}
