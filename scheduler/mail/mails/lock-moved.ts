import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import { anyOf, hasNotMoved, isClosed, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { pickButton, rows, storyLinks, text } from './parts.ts'
import { deedRows, forEach, roundOf, type WriteMail, worthRow } from './reader.ts'
import type { MailTemplate } from './template.ts'

const write: WriteMail = (facts, readers) => {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  const was = facts.roundBefore?.locksAt ?? locksAt
  const locks = `locks ${locksAt < was ? 'earlier' : 'later'}`
  return {
    subject: `${sportName} now locks ${formatTimeShort(locksAt, timeZone)}`,
    heading: `${sportName} ${locks}`,
    parts: [
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
      ...storyLinks(readers),
    ],
    farewell: 'Good luck!',
  }
}

export const lockMoved: MailTemplate = {
  write,
  facts: ['deed', 'before', 'homes'],
  useless: anyOf(isOutOfPlay, isPutAside, isClosed, hasNotMoved),
  replacedBy: ['lock-moved', 'reinstated'],
}
