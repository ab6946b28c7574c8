import { listed } from '../../../domain/names.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { deadlineOf, greeting, roundOf, signedBy, type WriteMail } from './reader.ts'

export const lookedAtMail: WriteMail = (facts, readers, links) =>
  lookMail(facts, readers, links, {
    subject: 'looked at',
    deed: (picks) => `looked at ${picks}`,
  })

/** The link shows the pick, and can change it. */
export const linkCopiedMail: WriteMail = (facts, readers, links) =>
  lookMail(facts, readers, links, {
    subject: 'copied the link to',
    deed: (picks) => `copied the personal link that opens ${picks}`,
  })

type Words = { subject: string; deed: (picks: string) => string }

function lookMail(
  ...[facts, readers, { standingsUrl }, { subject, deed }]: [...Parameters<WriteMail>, Words]
): ReturnType<WriteMail> {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  const isOne = readers.length === 1
  const yours = isOne ? 'your pick' : 'your picks'
  const picks = isOne ? yours : `the picks of ${listed(readers.map(({ name }) => name))}`
  return {
    subject: `${deadlineOf(facts)} (an admin ${subject} ${yours})`,
    heading: `An admin ${subject} ${yours}: ${sportName}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} ${deed(picks)} for ${sportName} in ${facts.season.name} before its lock. Picks of this season are sealed from admins, so everybody can see in the standings that this was done.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Picks lock', formatTime(locksAt, timeZone)],
          ['Reason', facts.deed.reason ?? 'no reason given'],
        ],
      },
      { kind: 'button', label: 'See the standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
