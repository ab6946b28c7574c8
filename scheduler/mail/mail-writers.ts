import type { RewrittenTemplate } from '../../domain/mail-templates.ts'
import {
  always,
  anyOf,
  canPick,
  hasEnded,
  hasNotEnded,
  hasNotMoved,
  hasPicked,
  isCancelled,
  isClosed,
  isNotCancelled,
  isNotEntered,
  isNothingOpen,
  isNotScored,
  isOutOfPlay,
  isPutAside,
  isScored,
  type Reason,
  wantsNoReminders,
} from './mail-reasons.ts'
import { cancelledLetter, reinstatedLetter } from './mails/cancelled.ts'
import { finalReminderLetter, pickLinkLetter, pickLinksLetter, reminderLetter } from './mails/invitation.ts'
import { lockMovedLetter } from './mails/lock-moved.ts'
import { linkCopiedLetter, lookedAtLetter } from './mails/looked-at.ts'
import { guessEnteredLetter, pickClearedLetter, pickEnteredLetter } from './mails/pick-entered.ts'
import { picksLockedLetter } from './mails/picks-locked.ts'
import { picksPausedLetter, picksResumedLetter } from './mails/picks-paused.ts'
import type { LetterWriter, TogetherWriter } from './mails/reader.ts'
import { resultsLetter } from './mails/results.ts'
import { rewordedLetter } from './mails/reworded.ts'
import { pointsChangedLetter, rulesChangedLetter } from './mails/rules-changed.ts'
import { seasonEndedLetter } from './mails/season-ended.ts'
import { seasonReopenedLetter } from './mails/season-reopened.ts'

type MailWriter = {
  write: LetterWriter
  writeTogether?: TogetherWriter
  /** Asked when the mail is sent, for each player. */
  reasonToSkip: Reason
}

/** Every mail to players that is written again when it goes out. */
// biome-ignore format: a table reads best as one
export const MAIL_WRITERS: Record<RewrittenTemplate, MailWriter> = {
  'pick-link':       { write: pickLinkLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'pick-links':      { write: pickLinkLetter, writeTogether: pickLinksLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'reminder':        { write: reminderLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked, wantsNoReminders) },
  'final-reminder':  { write: finalReminderLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked, wantsNoReminders) },
  'lock-moved':      { write: lockMovedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasNotMoved) },
  'pick-entered':    { write: pickEnteredLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, isNotEntered) },
  'pick-cleared':    { write: pickClearedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasPicked) },
  'guess-entered':   { write: guessEnteredLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled) },
  'looked-at':       { write: lookedAtLetter, reasonToSkip: always },
  'link-copied':     { write: linkCopiedLetter, reasonToSkip: always },
  'reworded':        { write: rewordedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded) },
  'cancelled':       { write: cancelledLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isNotCancelled) },
  'reinstated':      { write: reinstatedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed) },
  'picks-paused':    { write: picksPausedLetter, reasonToSkip: anyOf(canPick, isCancelled, hasEnded) },
  'picks-resumed':   { write: picksResumedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded, isNothingOpen) },
  'picks-locked':    { write: picksLockedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, isScored) },
  'results':         { write: resultsLetter, reasonToSkip: anyOf(isOutOfPlay, isNotScored) },
  'points-changed':  { write: pointsChangedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded) },
  'rules-changed':   { write: rulesChangedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded) },
  'season-ended':    { write: seasonEndedLetter, reasonToSkip: anyOf(isOutOfPlay, hasNotEnded) },
  'season-reopened': { write: seasonReopenedLetter, reasonToSkip: anyOf(isOutOfPlay, hasEnded) },
}
