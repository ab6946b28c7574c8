import type { EmailContent, Part } from '../../../platform/mail/email-content.ts'
import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { greeting, type LetterWriter, type Reader, roundOf, signedBy } from './reader.ts'

/** The same links, sent for another reason. */
type Wording = { subject?: string; heading: string; opening: string }

/** Everybody's own link to pick, when a round opens. */
export const pickLinkLetter: LetterWriter = (facts, readers) =>
  invitation(facts, readers, {
    heading: 'Make your pick:',
    opening: 'is open for picks in',
  })

/** The link that they have already, because the pick is still missing. */
export const reminderLetter: LetterWriter = (facts, readers, { unsubscribeUrl }) => ({
  ...invitation(facts, readers, {
    subject: 'your pick is missing',
    heading: 'Your pick is missing:',
    opening: 'is still waiting for your pick in',
  }),
  optOut: optOut(unsubscribeUrl),
})

/** Shortly before the lock. */
export const finalReminderLetter: LetterWriter = (facts, readers, { unsubscribeUrl }) => ({
  ...invitation(facts, readers, {
    subject: 'last call',
    heading: 'Last call:',
    opening: 'locks soon, and there is no pick from you yet in',
  }),
  optOut: optOut(unsubscribeUrl),
})

function invitation(facts: MailFacts, readers: readonly Reader[], wording: Wording): EmailContent {
  const { sport_name, email_message, locks_at, time_zone } = roundOf(facts)
  const suffix = wording.subject ? ` (${wording.subject})` : ''
  const message: Part[] = email_message ? [{ kind: 'quote', text: email_message }] : []
  return {
    subject: `${sport_name}: pick by ${formatTimeShort(locks_at, time_zone)}${suffix}`,
    heading: `${wording.heading} ${sport_name}`,
    parts: [
      greeting(readers),
      { kind: 'text', text: `${sport_name} ${wording.opening} ${facts.season.name}.` },
      ...message,
      { kind: 'facts', rows: [['Picks lock', formatTime(locks_at, time_zone)]] },
      ...readers.map(
        ({ name, pickUrl }): Part => ({
          kind: 'button',
          label: `Pick for ${readers.length === 1 ? sport_name : name}`,
          url: pickUrl ?? '',
        }),
      ),
      { kind: 'note', text: `You can change your pick as often as you like until then. ${secrecy(readers)}` },
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}

const secrecy = ({ length }: readonly Reader[]) =>
  length === 1
    ? 'This link is yours alone: whoever has it can pick for you.'
    : 'Each of you has a link of your own: whoever has it can pick for that player.'

const optOut = (url: string) => ({
  sentence: 'You get this mail because your pick is missing.',
  label: 'Stop reminders',
  url,
})
