import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { deadlineOf, deedRows, forEach, greeting, roundOf, signedBy, type WriteMail } from './reader.ts'

export const lockMovedMail: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  const was = facts.roundBefore?.locksAt ?? locksAt
  const locks = `locks ${locksAt < was ? 'earlier' : 'later'}`
  return {
    subject: `${deadlineOf(facts)} (${locks})`,
    heading: `${sportName} ${locks}`,
    parts: [
      greeting(readers),
      { kind: 'text', text: `${sportName} in ${facts.season.name} ${locks} than planned.` },
      {
        kind: 'facts',
        rows: [
          ['It was', formatTime(was, timeZone)],
          ['It is', formatTime(locksAt, timeZone)],
          ...deedRows(facts),
        ],
      },
      ...forEach(readers, null, ({ id, name, pickUrl }): Part[] => {
        const hasPicked = facts.picks.has(id)
        const whose = readers.length === 1 ? 'your' : `${name}'s`
        return [
          { kind: 'text', text: hasPicked ? 'Your pick stands.' : 'Your pick is missing.' },
          {
            kind: 'button',
            label: `${hasPicked ? 'See' : 'Make'} ${whose} pick for ${sportName}`,
            url: pickUrl ?? '',
          },
        ]
      }),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
