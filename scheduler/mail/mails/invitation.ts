import type { Instant } from '../../../domain/event.ts'
import { listed } from '../../../domain/names.ts'
import { slotLabels } from '../../../domain/rounds/slot-names.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import { later } from '../../../platform/time/clock.ts'
import { formatDay, formatTime, formatTimeShort } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasPicked, isClosed, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { button, note, rows, text } from './parts.ts'
import {
  isOfSeveralSeasons,
  type MailContent,
  type Reader,
  type Row,
  roundOf,
  type Told,
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
      ...linksToAll(sections, readers),
    ],
    farewell: 'Good luck!',
  }
}

/** Of the sports of a day, whichever the season. */
const writeReminders: WriteSeveral = (sections, readers, { now }) => {
  const [first] = sections
  const { locksAt, timeZone } = roundOf(first.facts)
  const missing = sections.flatMap((section) => section.readers).length
  return {
    subject: `${missing} picks are missing, the first locks ${formatDay(locksAt, timeZone, now)}`,
    heading: `${missing} picks are missing`,
    parts: [
      text(`${sections.length} sports are waiting for your picks. Each locks at its own time.`),
      ...linksToAll(sections, readers),
    ],
    farewell: 'Good luck!',
  }
}

function linksToAll(sections: Told, readers: readonly Reader[]): Part[] {
  const several = isOfSeveralSeasons(sections.map(({ facts }) => facts))
  const secrets = [...new Set(sections.map(({ facts }) => hidden(facts, 'its sport locks')))]
  return [
    ...sections.flatMap(({ facts, readers: theirs }): Part[] => [
      { kind: 'subheading', text: `${roundOf(facts).sportName}${several ? `, ${facts.season.name}` : ''}` },
      ...linksTo(facts, theirs, { named: readers.length > 1 }),
      ...(secrets.length > 1 ? [note(hidden(facts, 'its sport locks'))] : []),
    ]),
    note(
      [
        'You can change each pick as often as you like until its sport locks.',
        ...(secrets.length > 1 ? [] : secrets),
        readers.length === 1
          ? 'These links are yours alone: anyone who has one can pick for you.'
          : 'Each of you has your own links: anyone who has one can pick for that player.',
      ].join(' '),
    ),
  ]
}

const writeReminder: WriteMail = (facts, readers) =>
  invitation(facts, readers, {
    news: 'your pick is missing, ',
    heading: 'Your pick is missing:',
    opening: 'is waiting for your pick in',
  })

const writeFinalReminder: WriteMail = (facts, readers, { now }) =>
  invitation(
    facts,
    readers,
    {
      news: 'last call, ',
      heading: 'Last call:',
      opening: 'locks soon, and your pick is still missing in',
    },
    alsoLocking(facts, readers, now),
  )

const SOON_MS = 24 * 3_600_000

function alsoLocking({ elsewhere }: MailFacts, readers: readonly Reader[], now: Instant): Part[] {
  const lines = elsewhere.flatMap(({ round: { sportName, locksAt, timeZone }, playerIds }): Row[] => {
    const names = readers.filter(({ id }) => playerIds.includes(id)).map(({ name }) => name)
    const isSoon = now < locksAt && locksAt <= later(now, SOON_MS)
    if (names.length === 0 || !isSoon) return []
    return [[sportName, `${formatTime(locksAt, timeZone)}${readers.length > 1 ? `: ${listed(names)}` : ''}`]]
  })
  return lines.length === 0 ? [] : [text('Also without a pick, and locking within 24 hours:'), rows(...lines)]
}

function invitation(
  facts: MailFacts,
  readers: readonly Reader[],
  wording: Wording,
  besides: readonly Part[] = [],
): MailContent {
  const { sportName, locksAt, timeZone } = roundOf(facts)
  return {
    subject: `${sportName}: ${wording.news ?? ''}pick by ${formatTimeShort(locksAt, timeZone)}`,
    heading: `${wording.heading} ${sportName}`,
    parts: [
      text(`${sportName} ${wording.opening} ${facts.season.name}.`),
      ...linksTo(facts, readers, { named: readers.length > 1 }),
      ...besides,
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
  useless: anyOf(isOutOfPlay, isPutAside, isClosed),
  replacedBy: ['pick-link'],
}

export const reminder: MailTemplate = {
  write: writeReminder,
  writeSeveral: writeReminders,
  useless: isNotMissing,
  replacedBy: REMINDERS,
  topic: 'reminders',
}

export const finalReminder: MailTemplate = {
  write: writeFinalReminder,
  facts: ['elsewhere'],
  useless: isNotMissing,
  replacedBy: REMINDERS,
  topic: 'reminders',
}
