import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasPickedSince, isCancelled, isDeleted } from '../mail-reasons.ts'
import { button, note, PURGED, rows, storyLinks, text } from './parts.ts'
import { forEach, guessRows, lockRow, NO_REASON, roundOf, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'
import { pickOf } from './wording.ts'

const writeEntered: WriteMail = (...asked) => changedMail('changed', ...asked)
const writeCleared: WriteMail = (...asked) => changedMail('cleared', ...asked)

const writeGuessEntered: WriteMail = (facts, readers, links) => {
  const { sportName } = roundOf(facts)
  if (facts.isPurged) return purgedMail('changed', 'guess', facts)
  if (readers.some(({ id }) => pickNow(facts, id) !== pickBefore(facts, id)))
    return writeEntered(facts, readers, links)
  return {
    subject: `${sportName}: an admin changed your guess`,
    heading: `Your guess was changed: ${sportName}`,
    parts: [
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => [
        text(`${facts.deed.by} changed your guess for ${sportName} in ${facts.season.name}.`),
        rows(
          ['Your pick', pickOf(facts.picks.get(id), roundOf(facts))],
          ...guessRows(facts, id),
          ['Reason', facts.deed.reason ?? NO_REASON],
          lockRow(facts),
        ),
        button(`See your pick for ${sportName}`, pickUrl ?? ''),
      ]),
      ...storyLinks(readers),
    ],
    farewell: 'Until the next one!',
  }
}

const pickNow = (facts: MailFacts, id: number) => pickOf(facts.picks.get(id), roundOf(facts))
const pickBefore = (facts: MailFacts, id: number) => pickOf(facts.formerPicks.get(id), roundOf(facts))

function changedMail(
  deed: 'changed' | 'cleared',
  ...[facts, readers]: Parameters<WriteMail>
): ReturnType<WriteMail> {
  if (facts.isPurged) return purgedMail(deed, 'pick', facts)
  const { sportName, timeZone } = roundOf(facts)
  return {
    subject: `${sportName}: an admin ${deed} your pick`,
    heading: `Your pick was ${deed}: ${sportName}`,
    parts: [
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => {
        const [now, former] = [pickNow(facts, id), pickBefore(facts, id)]
        const version = facts.versions.get(id)
        return [
          text(
            `${facts.deed.by} ${now === former ? 'entered your pick again' : `${deed} your pick`} for ${sportName} in ${facts.season.name}.`,
          ),
          rows(
            ['Your pick now', now],
            ...guessRows(facts, id),
            ...(version ? [['Entered', formatTime(version.made_at, timeZone)] as const] : []),
            ['Before', former],
            ['Reason', facts.deed.reason ?? NO_REASON],
            lockRow(facts),
          ),
          button(`See your pick for ${sportName}`, pickUrl ?? ''),
        ]
      }),
      note('Your link shows every version of your pick, each with its receipt.'),
      ...storyLinks(readers),
    ],
    farewell: 'Until the next one!',
  }
}

/** What it was is gone with the sport. */
function purgedMail(
  deed: 'changed' | 'cleared',
  what: 'pick' | 'guess',
  facts: MailFacts,
): ReturnType<WriteMail> {
  const { sportName } = roundOf(facts)
  return {
    subject: `${sportName}: an admin ${deed} your ${what}`,
    heading: `Your ${what} was ${deed}: ${sportName}`,
    parts: [
      text(`${facts.deed.by} ${deed} your ${what} for ${sportName} in ${facts.season.name}.`),
      rows(['Reason', facts.deed.reason ?? NO_REASON], lockRow(facts)),
      text(PURGED),
    ],
    farewell: 'Until the next one!',
  }
}

const ENTERED = {
  facts: ['deed', 'entry', 'purged', 'homes'],
  always: true,
  replacedBy: ['pick-entered', 'pick-cleared', 'guess-entered'],
} as const

export const pickEntered: MailTemplate = {
  ...ENTERED,
  write: writeEntered,
  useless: anyOf(isDeleted, isCancelled, hasPickedSince),
}

export const pickCleared: MailTemplate = {
  ...ENTERED,
  write: writeCleared,
  useless: anyOf(isDeleted, isCancelled, hasPickedSince),
}

export const guessEntered: MailTemplate = {
  ...ENTERED,
  write: writeGuessEntered,
  useless: anyOf(isDeleted, isCancelled),
}
