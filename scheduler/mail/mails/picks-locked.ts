import { formatSecond } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, isCancelled, isOutOfPlay, isPutAside, isScored } from '../mail-reasons.ts'
import { button, rows, storyLinks, text } from './parts.ts'
import { forEach, guessRows, pickText, roundOf, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

const write: WriteMail = (facts, readers, { standingsUrl }) => {
  const { sportName } = roundOf(facts)
  const hasPicked = readers.some(({ id }) => facts.picks.has(id))
  return {
    subject: `${sportName}: picks are locked`,
    heading: `Picks are locked: ${sportName}`,
    parts: [
      text(`Picks for ${sportName} in ${facts.season.name} are locked.`),
      ...forEach(readers, null, ({ id }) => [
        rows(['Your pick', savedText(facts, id)], ...guessRows(facts, id)),
      ]),
      button('See what everybody picked', standingsUrl),
      ...storyLinks(readers),
    ],
    farewell: hasPicked ? 'May the best pick win!' : 'Until the next one!',
  }
}

/** `Blues, saved 3:36:55 PM, receipt 7ZK4-9QWM-01CD-XF3T`: by the receipt anybody can check it. */
function savedText(facts: MailFacts, playerId: number): string {
  const { locksAt, timeZone } = roundOf(facts)
  const pick = pickText(facts, playerId)
  const version = facts.versions.get(playerId)
  if (!version) return pick
  const by = version.made_by === 'admin' ? 'entered by an admin' : 'saved'
  return `${pick}, ${by} ${formatSecond(version.made_at, timeZone, locksAt)}, receipt ${version.receipt}`
}

export const picksLocked: MailTemplate = {
  write,
  facts: ['seal'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, isScored),
}
