import { listed } from '../../../domain/names.ts'
import { button, PURGED, rows, text } from './parts.ts'
import { lockRow, NO_REASON, roundOf, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

export const lookedAt = lookMail('looked at', 'looked at')

/** The link shows the pick, and can change it. */
export const linkCopied = lookMail('copied the link to', 'copied the pick link that opens')

function lookMail(subject: string, deed: string): MailTemplate {
  const write: WriteMail = (facts, readers, { standingsUrl }) => {
    const { sportName } = roundOf(facts)
    const isOne = readers.length === 1
    const yours = isOne ? 'your pick' : 'your picks'
    const picks = isOne ? yours : `the picks of ${listed(readers.map(({ name }) => name))}`
    return {
      subject: `${sportName}: an admin ${subject} ${yours}`,
      heading: `An admin ${subject} ${yours}: ${sportName}`,
      parts: [
        text(
          `${facts.deed.by} ${deed} ${picks} for ${sportName} in ${facts.season.name} before it locked. In this season picks are hidden from admins${facts.isPurged ? '' : ', so the standings show everybody that this was done'}.`,
        ),
        rows(lockRow(facts), ['Reason', facts.deed.reason ?? NO_REASON]),
        ...(facts.isPurged ? [text(PURGED)] : [button('See the standings', standingsUrl)]),
      ],
      farewell: 'Until the next one!',
    }
  }
  return { write, facts: ['deed', 'purged'], always: true }
}
