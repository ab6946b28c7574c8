import { listed } from '../../../domain/names.ts'
import { slotLabels } from '../../../domain/rounds/slot-names.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasPicked, isClosed, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { button, note, rows, text } from './parts.ts'
import {
  type MailContent,
  type Reader,
  roundOf,
  type WriteMail,
  type WriteSeveral,
  worthRow,
} from './reader.ts'
import type { MailTemplate } from './template.ts'
import { clip } from './wording.ts'

type Wording = { news?: string; heading: string; opening: string }

const writeLink: WriteMail = (facts, readers) =>
  invitation(facts, readers, { heading: 'Make your pick:', opening: 'is open for picks in' })

const writeLinks: WriteSeveral = (sections, readers) => {
  const sports = sections.map(({ facts }) => roundOf(facts))
  const [first] = sections
  const { locksAt, timeZone } = roundOf(first.facts)
  return {
    subject: `${shortListOf(sports)}: first pick by ${formatTimeShort(locksAt, timeZone)}`,
    heading: `Make your picks: ${sports.length} sports`,
    parts: [
      text(
        `${sports.length} sports are open for picks in ${first.facts.season.name}. Each locks at its own time.`,
      ),
      ...sections.flatMap((part): Part[] => [
        { kind: 'subheading', text: roundOf(part.facts).sportName },
        ...linksTo(part.facts, part.readers, { named: readers.length > 1 }),
      ]),
      note(
        `You can change each pick as often as you like until its sport locks. ${hidden(first.facts, 'its sport locks')} ${
          readers.length === 1
            ? 'These links are yours alone: anyone who has one can pick for you.'
            : 'Each of you has your own links: anyone who has one can pick for that player.'
        }`,
      ),
    ],
    farewell: 'Good luck!',
  }
}

const writeReminder: WriteMail = (facts, readers) =>
  invitation(facts, readers, {
    news: 'your pick is missing, ',
    heading: 'Your pick is missing:',
    opening: 'is waiting for your pick in',
  })

const writeFinalReminder: WriteMail = (facts, readers) =>
  invitation(facts, readers, {
    news: 'last call, ',
    heading: 'Last call:',
    opening: 'locks soon, and your pick is still missing in',
  })

function invitation(facts: MailFacts, readers: readonly Reader[], wording: Wording): MailContent {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  return {
    subject: `${sportName}: ${wording.news ?? ''}pick by ${formatTimeShort(locksAt, timeZone)}`,
    heading: `${wording.heading} ${sportName}`,
    parts: [
      text(`${sportName} ${wording.opening} ${facts.season.name}.`),
      ...linksTo(facts, readers, { named: readers.length > 1 }),
      note(
        `You can change your pick as often as you like until then. ${hidden(facts, 'the lock')} ${secrecy(readers)}`,
      ),
    ],
    farewell: 'Good luck!',
  }
}

function linksTo(facts: MailFacts, readers: readonly Reader[], { named }: { named: boolean }): Part[] {
  const { sportName, emailMessage, locksAt, timeZone, slotNames, picksMax } = roundOf(facts)
  const slots = slotLabels(slotNames, picksMax)
  return [
    ...(emailMessage ? [{ kind: 'quote' as const, text: emailMessage }] : []),
    rows(
      ['Picks lock', formatTime(locksAt, timeZone)],
      worthRow(facts),
      ...(slots.length > 0 ? [['To pick', listed(slots)] as const] : []),
    ),
    ...readers.map(({ name, pickUrl }) => button(`Pick for ${named ? name : sportName}`, pickUrl ?? '')),
  ]
}

const SUBJECT_NAME_CHARACTERS_MAX = 40

function shortListOf(sports: readonly { sportName: string }[]): string {
  const names = sports.map(({ sportName }) => clip(sportName, SUBJECT_NAME_CHARACTERS_MAX))
  return names.length < 3 ? listed(names) : `${names[0]} and ${names.length - 1} more`
}

const secrecy = ({ length }: readonly Reader[]) =>
  length === 1
    ? 'This link is yours alone: anyone who has it can pick for you.'
    : 'Each of you has your own link: anyone who has it can pick for that player.'

const hidden = ({ season }: MailFacts, until: string) =>
  season.picksSealed
    ? `Nobody sees your pick until ${until}, not even an admin. If an admin has to look, everyone will see it.`
    : `Other players do not see your pick until ${until}. Admins do.`

const REMINDERS = ['reminder', 'final-reminder']
const isNotMissing = anyOf(isOutOfPlay, isPutAside, isClosed, hasPicked)

export const pickLink: MailTemplate = {
  write: writeLink,
  writeSeveral: writeLinks,
  facts: ['homes'],
  useless: anyOf(isOutOfPlay, isPutAside, isClosed),
  replacedBy: ['pick-link'],
}

export const reminder: MailTemplate = {
  write: writeReminder,
  facts: ['homes'],
  useless: isNotMissing,
  replacedBy: REMINDERS,
  topic: 'reminders',
}

export const finalReminder: MailTemplate = {
  write: writeFinalReminder,
  facts: ['homes'],
  useless: isNotMissing,
  replacedBy: REMINDERS,
  topic: 'reminders',
}
