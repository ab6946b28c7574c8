import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { deadlineOf, greeting, roundOf, signedBy, type WriteMail } from './reader.ts'

export const cancelledMail: WriteMail = (facts, readers, { standingsUrl }) => {
  const { sportName } = roundOf(facts)
  return {
    subject: `${sportName}: cancelled`,
    heading: `Cancelled: ${sportName}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} cancelled ${sportName} in ${facts.season.name}. It counts for nobody, and nobody misses points for it.`,
      },
      { kind: 'facts', rows: [['Reason', facts.deed.reason ?? 'No reason given']] },
      {
        kind: 'note',
        text: 'Links no longer change a pick for it. Picks that were made are kept, in case it takes place after all.',
      },
      { kind: 'button', label: 'See all standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Until the next one!'),
  }
}

export const reinstatedMail: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  const reason: [string, string][] = facts.deed.reason === null ? [] : [['Reason', facts.deed.reason]]
  return {
    subject: `${deadlineOf(facts)} after all`,
    heading: `It takes place after all: ${sportName}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${sportName} in ${facts.season.name} had been cancelled. ${facts.deed.by} reinstated it, so links work again, and it counts as before.`,
      },
      { kind: 'facts', rows: [['Picks lock', formatTime(locksAt, timeZone)], ...reason] },
      ...readers.map(
        ({ id, name, pickUrl }): Part => ({
          kind: 'button',
          label: `${facts.picks.has(id) ? 'See' : 'Make'} ${readers.length === 1 ? 'your' : `${name}'s`} pick for ${sportName}`,
          url: pickUrl ?? '',
        }),
      ),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
