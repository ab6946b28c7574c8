import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import { greeting, pickButton, rows, text } from './parts.ts'
import { deedRows, forEach, roundOf, signedBy, type WriteMail, worthRow } from './reader.ts'

export const lockMovedMail: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  const was = facts.roundBefore?.locksAt ?? locksAt
  const locks = `locks ${locksAt < was ? 'earlier' : 'later'}`
  return {
    subject: `${sportName} now locks ${formatTimeShort(locksAt, timeZone)}`,
    heading: `${sportName} ${locks}`,
    parts: [
      greeting(readers),
      text(`${sportName} in ${facts.season.name} ${locks} than planned.`),
      rows(
        ['It was', formatTime(was, timeZone)],
        ['It is', formatTime(locksAt, timeZone)],
        worthRow(facts),
        ...deedRows(facts),
      ),
      ...forEach(readers, null, (reader) => [
        text(facts.picks.has(reader.id) ? 'Your pick stands.' : 'Your pick is missing.'),
        ...pickButton(facts, reader, readers),
      ]),
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
