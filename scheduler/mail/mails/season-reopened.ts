import { anyOf, hasEnded, isOutOfPlay } from '../mail-reasons.ts'
import { button, rows, text } from './parts.ts'
import { deedRows, type WriteMail } from './reader.ts'
import { changedRules, scoresNow } from './rules-changed.ts'
import type { MailTemplate } from './template.ts'

const CHANGED =
  'The points were changed after the season ended. Its results now count with the points of today.'

const write: WriteMail = (facts, readers, { standingsUrl }) => ({
  subject: `${facts.season.name} is open again`,
  heading: `${facts.season.name} is open again`,
  parts: [
    text(
      `${facts.deed.by} reopened ${facts.season.name}. Its standings are no longer final, and nobody has won yet.`,
    ),
    ...(facts.before ? [text(CHANGED)] : []),
    rows(...changedRules(facts), ...deedRows(facts)),
    ...(facts.before ? scoresNow(facts, readers) : []),
    button('See all standings', standingsUrl),
  ],
  farewell: 'Good luck!',
})

export const seasonReopened: MailTemplate = {
  write,
  facts: ['deed', 'standings', 'rules'],
  useless: anyOf(isOutOfPlay, hasEnded),
  replacedBy: ['season-ended', 'season-reopened'],
}
