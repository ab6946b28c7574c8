import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import { anyOf, isClosed, isNotCancelled, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { button, note, pickButton, rows, text } from './parts.ts'
import { NO_REASON, reasonRows, roundOf, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

const writeCancelled: WriteMail = (facts, _readers, { standingsUrl }) => {
  const { sportName } = roundOf(facts)
  return {
    subject: `${sportName} is cancelled`,
    heading: `Cancelled: ${sportName}`,
    parts: [
      text(
        `${facts.deed.by} cancelled ${sportName} in ${facts.season.name}. It counts for nobody, and nobody loses points.`,
      ),
      rows(['Reason', facts.deed.reason ?? NO_REASON]),
      note('You can no longer pick. Picks already made are kept in case it takes place after all.'),
      button('See all standings', standingsUrl),
    ],
    farewell: 'Until the next one!',
  }
}

const writeReinstated: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  return {
    subject: `${sportName} is back on: pick by ${formatTimeShort(locksAt, timeZone)}`,
    heading: `${sportName} is back on`,
    parts: [
      text(
        `${sportName} in ${facts.season.name} had been cancelled. ${facts.deed.by} reinstated it: your link works again, and the sport counts.`,
      ),
      rows(['Picks lock', formatTime(locksAt, timeZone)], ...reasonRows(facts.deed)),
      ...readers.flatMap((reader) => pickButton(facts, reader, readers)),
    ],
    farewell: 'Good luck!',
  }
}

export const cancelled: MailTemplate = {
  write: writeCancelled,
  facts: ['deed'],
  useless: anyOf(isOutOfPlay, isPutAside, isNotCancelled),
  replacedBy: ['cancelled'],
}

export const reinstated: MailTemplate = {
  write: writeReinstated,
  facts: ['deed', 'homes'],
  useless: anyOf(isOutOfPlay, isPutAside, isClosed),
  replacedBy: ['reinstated'],
}
