import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { deadlineOf, deedRows, forEach, greeting, type LetterWriter, roundOf, signedBy } from './reader.ts'

/** Until when picks are taken now. */
export const lockMovedLetter: LetterWriter = (facts, readers) => {
  const { sport_name, locks_at, time_zone } = roundOf(facts)
  const was = facts.lockWas ?? locks_at
  const locks = `locks ${locks_at < was ? 'earlier' : 'later'}`
  return {
    subject: `${deadlineOf(facts)} (${locks})`,
    heading: `${sport_name} ${locks}`,
    parts: [
      greeting(readers),
      { kind: 'text', text: `${sport_name} in ${facts.season.name} ${locks} than planned.` },
      {
        kind: 'facts',
        rows: [
          ['It was', formatTime(was, time_zone)],
          ['It is', formatTime(locks_at, time_zone)],
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
            label: `${hasPicked ? 'See' : 'Make'} ${whose} pick for ${sport_name}`,
            url: pickUrl ?? '',
          },
        ]
      }),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
