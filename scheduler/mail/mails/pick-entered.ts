import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { deadlineOf, forEach, greeting, guessRows, roundOf, signedBy, type WriteMail } from './reader.ts'
import { pickOf } from './wording.ts'

export const pickEnteredMail: WriteMail = (facts, readers, links) =>
  changedMail(facts, readers, links, 'changed')

export const pickClearedMail: WriteMail = (facts, readers, links) =>
  changedMail(facts, readers, links, 'cleared')

export const guessEnteredMail: WriteMail = (facts, readers) => {
  const { sportName } = roundOf(facts)
  return {
    subject: `${deadlineOf(facts)} (an admin changed your guess)`,
    heading: `Your guess was changed: ${sportName}`,
    parts: [
      greeting(readers),
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => [
        {
          kind: 'text',
          text: `${facts.deed.by} changed your guess for ${sportName} in ${facts.season.name}. This is what counts now:`,
        },
        {
          kind: 'facts',
          rows: [
            ['Your pick', pickOf(facts.picks.get(id), roundOf(facts))],
            ...guessRows(facts, id),
            ['Reason', facts.deed.reason ?? 'no reason given'],
          ],
        },
        { kind: 'button', label: `See your pick for ${sportName}`, url: pickUrl ?? '' },
      ]),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}

function changedMail(
  ...[facts, readers, _links, deed]: [...Parameters<WriteMail>, deed: 'changed' | 'cleared']
): ReturnType<WriteMail> {
  const round = roundOf(facts)
  const { sportName, timeZone } = round
  return {
    subject: `${deadlineOf(facts)} (an admin ${deed} your pick)`,
    heading: `Your pick was ${deed}: ${sportName}`,
    parts: [
      greeting(readers),
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => {
        const now = pickOf(facts.picks.get(id), round)
        const former = pickOf(facts.formerPicks.get(id), round)
        const version = facts.versions.get(id)
        const saved: [string, string][] = version ? [['Entered', formatTime(version.made_at, timeZone)]] : []
        return [
          {
            kind: 'text',
            text: `${facts.deed.by} ${now === former ? `entered your pick again: ${now}` : `${deed} your pick: ${former} → ${now}`}. That is for ${sportName} in ${facts.season.name}, and this is what counts now:`,
          },
          {
            kind: 'facts',
            rows: [
              ['Your pick', now],
              ...guessRows(facts, id),
              ...saved,
              ['It was', former],
              ['Reason', facts.deed.reason ?? 'no reason given'],
            ],
          },
          { kind: 'button', label: `See your pick for ${sportName}`, url: pickUrl ?? '' },
        ]
      }),
      {
        kind: 'note',
        text: 'Your link shows every version of your pick, each with its receipt.',
      },
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
