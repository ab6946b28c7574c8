import { formatTime } from '../../../platform/time/time-zone.ts'
import { button, greeting, note, pickButton, rows, text } from './parts.ts'
import { deadlineOf, reasonRows, roundOf, signedBy, type WriteMail } from './reader.ts'

export const cancelledMail: WriteMail = (facts, readers, { standingsUrl }) => {
  const { sportName } = roundOf(facts)
  return {
    subject: `${sportName}: cancelled`,
    heading: `Cancelled: ${sportName}`,
    parts: [
      greeting(readers),
      text(
        `${facts.deed.by} cancelled ${sportName} in ${facts.season.name}. It counts for nobody, and nobody misses points for it.`,
      ),
      rows(['Reason', facts.deed.reason ?? 'No reason given']),
      note(
        'Links no longer change a pick for it. Picks that were made are kept, in case it takes place after all.',
      ),
      button('See all standings', standingsUrl),
    ],
    signature: signedBy(facts, 'Until the next one!'),
  }
}

export const reinstatedMail: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  return {
    subject: `${deadlineOf(facts)} after all`,
    heading: `It takes place after all: ${sportName}`,
    parts: [
      greeting(readers),
      text(
        `${sportName} in ${facts.season.name} had been cancelled. ${facts.deed.by} reinstated it, so links work again, and it counts as before.`,
      ),
      rows(['Picks lock', formatTime(locksAt, timeZone)], ...reasonRows(facts.deed)),
      ...readers.flatMap((reader) => pickButton(facts, reader, readers)),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
