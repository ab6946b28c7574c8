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

export type MailTemplate = {
  write: LetterWriter
  /** For what is told of several rounds in one mail. */
  writeTogether?: TogetherWriter
  /** Asked when the mail is sent, for each player. */
  reasonToSkip: Reason
  /** Useless from the lock time of its round on, whenever that is by then. */
  asksForPick: boolean
  /** A later mail of these, about the same, makes an earlier one pointless that has not gone out. */
  replacedBy: readonly TemplateName[]
}

export type TemplateName =
  | 'pick-link'
  | 'pick-links'
  | 'reminder'
  | 'final-reminder'
  | 'lock-moved'
  | 'pick-entered'
  | 'guess-entered'
  | 'reworded'
  | 'cancelled'
  | 'reinstated'
  | 'picks-paused'
  | 'picks-resumed'
  | 'pick-cleared'
  | 'looked-at'
  | 'link-copied'
  | 'picks-locked'
  | 'results'
  | 'points-changed'
  | 'rules-changed'
  | 'season-ended'
  | 'season-reopened'

/** Templates of mails that bring a player the link to a round. */
export const BRING_LINKS: readonly TemplateName[] = ['pick-link', 'pick-links']

const invitation = {
  asksForPick: true,
  reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed),
  replacedBy: BRING_LINKS,
} as const
const reminder = {
  asksForPick: true,
  reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked, wantsNoReminders),
  replacedBy: ['reminder', 'final-reminder'],
} as const

const PAUSED: readonly TemplateName[] = ['picks-paused', 'picks-resumed']
const CHANGED: readonly TemplateName[] = ['pick-entered', 'pick-cleared']

/** Every mail to players. */
// biome-ignore format: a table reads best as one
const TEMPLATES: Record<TemplateName, MailTemplate> = {
  'pick-link':      { ...invitation, write: pickLinkLetter },
  'pick-links':     { ...invitation, write: pickLinkLetter, writeTogether: pickLinksLetter },
  'reminder':       { ...reminder, write: reminderLetter },
  'final-reminder': { ...reminder, write: finalReminderLetter },
  'lock-moved':     { write: lockMovedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed, hasNotMoved), asksForPick: true, replacedBy: ['lock-moved', 'reinstated'] },
  'pick-entered':   { write: pickEnteredLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, isNotEntered), asksForPick: false, replacedBy: CHANGED },
  'pick-cleared':   { write: pickClearedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasPicked), asksForPick: false, replacedBy: CHANGED },
  'guess-entered':  { write: guessEnteredLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled), asksForPick: false, replacedBy: ['guess-entered', ...CHANGED] },
  'looked-at':      { write: lookedAtLetter, reasonToSkip: always, asksForPick: false, replacedBy: [] },
  'link-copied':    { write: linkCopiedLetter, reasonToSkip: always, asksForPick: false, replacedBy: [] },
  'reworded':       { write: rewordedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded), asksForPick: false, replacedBy: [] },
  'cancelled':      { write: cancelledLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isNotCancelled), asksForPick: false, replacedBy: ['cancelled'] },
  'reinstated':     { write: reinstatedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isClosed), asksForPick: true, replacedBy: ['reinstated'] },
  'picks-paused':   { write: picksPausedLetter, reasonToSkip: anyOf(canPick, isCancelled, hasEnded), asksForPick: false, replacedBy: PAUSED },
  'picks-resumed':  { write: picksResumedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded, isNothingOpen), asksForPick: true, replacedBy: PAUSED },
  'picks-locked':   { write: picksLockedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, isCancelled, isScored), asksForPick: false, replacedBy: [] },
  'results':        { write: resultsLetter, reasonToSkip: anyOf(isOutOfPlay, isNotScored), asksForPick: false, replacedBy: ['results'] },
  'points-changed': { write: pointsChangedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded), asksForPick: false, replacedBy: [] },
  'rules-changed':  { write: rulesChangedLetter, reasonToSkip: anyOf(isOutOfPlay, isPutAside, hasEnded), asksForPick: false, replacedBy: [] },
  'season-ended':   { write: seasonEndedLetter, reasonToSkip: anyOf(isOutOfPlay, hasNotEnded), asksForPick: false, replacedBy: ['season-ended', 'season-reopened'] },
  'season-reopened': { write: seasonReopenedLetter, reasonToSkip: anyOf(isOutOfPlay, hasEnded), asksForPick: false, replacedBy: ['season-reopened'] },
}

/** Null for a mail to an admin, which is sent as it was written. */
export const templateOf = (name: string): MailTemplate | null =>
  Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name as TemplateName] : null
