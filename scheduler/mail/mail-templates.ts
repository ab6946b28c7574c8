import { cancelled, reinstated } from './mails/cancelled.ts'
import { finalReminder, pickLink, reminder } from './mails/invitation.ts'
import { lockMoved } from './mails/lock-moved.ts'
import { linkCopied, lookedAt } from './mails/looked-at.ts'
import { messageToPlayers } from './mails/message.ts'
import { guessEntered, pickCleared, pickEntered } from './mails/pick-entered.ts'
import { picksLocked } from './mails/picks-locked.ts'
import { addressChanged, picksPaused, picksResumed, playerDeleted } from './mails/picks-paused.ts'
import { receipt } from './mails/receipt.ts'
import { results } from './mails/results.ts'
import { reworded } from './mails/reworded.ts'
import { pointsChanged, rulesChanged } from './mails/rules-changed.ts'
import { seasonEnded } from './mails/season-ended.ts'
import { seasonReopened } from './mails/season-reopened.ts'
import type { MailFact, MailTemplate } from './mails/template.ts'

const TEMPLATES = {
  'pick-link': pickLink,
  reminder,
  'final-reminder': finalReminder,
  'lock-moved': lockMoved,
  'pick-entered': pickEntered,
  'pick-cleared': pickCleared,
  'guess-entered': guessEntered,
  'looked-at': lookedAt,
  'link-copied': linkCopied,
  reworded,
  cancelled,
  reinstated,
  'picks-paused': picksPaused,
  'picks-resumed': picksResumed,
  'player-deleted': playerDeleted,
  'address-changed': addressChanged,
  receipt,
  'picks-locked': picksLocked,
  results,
  'points-changed': pointsChanged,
  'rules-changed': rulesChanged,
  'season-ended': seasonEnded,
  'season-reopened': seasonReopened,
  message: messageToPlayers,
} satisfies Record<string, MailTemplate>

export type TemplateName = keyof typeof TEMPLATES

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[]

export const templateOf = (name: string): MailTemplate | null =>
  Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name as TemplateName] : null

/** When it goes out. */
export const isRewritten = (name: string): boolean => {
  const template = templateOf(name)
  return template !== null && !template.writtenAtOnce
}

export const isMadeFrom = (name: string, fact: MailFact): boolean =>
  templateOf(name)?.facts?.includes(fact) ?? false
