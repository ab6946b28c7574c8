import { listed } from '../../../domain/names.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { button, greeting, rows, text } from './parts.ts'
import { deadlineOf, roundOf, signedBy, type WriteMail } from './reader.ts'

export const lookedAtMail = lookMail('looked at', 'looked at')

/** The link shows the pick, and can change it. */
export const linkCopiedMail = lookMail('copied the link to', 'copied the personal link that opens')

function lookMail(subject: string, deed: string): WriteMail {
  return (facts, readers, { standingsUrl }) => {
    const { sportName, locksAt, timeZone } = roundOf(facts)
    const isOne = readers.length === 1
    const yours = isOne ? 'your pick' : 'your picks'
    const picks = isOne ? yours : `the picks of ${listed(readers.map(({ name }) => name))}`
    return {
      subject: `${deadlineOf(facts)} (an admin ${subject} ${yours})`,
      heading: `An admin ${subject} ${yours}: ${sportName}`,
      parts: [
        greeting(readers),
        text(
          `${facts.deed.by} ${deed} ${picks} for ${sportName} in ${facts.season.name} before its lock. Picks of this season are sealed from admins, so everybody can see in the standings that this was done.`,
        ),
        rows(
          ['Picks lock', formatTime(locksAt, timeZone)],
          ['Reason', facts.deed.reason ?? 'no reason given'],
        ),
        button('See the standings', standingsUrl),
      ],
      signature: signedBy(facts, 'Good luck!'),
    }
  }
}
