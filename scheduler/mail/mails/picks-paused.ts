import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import {
  anyOf,
  hasEnded,
  isBack,
  isCancelled,
  isNothingOpen,
  isOutOfPlay,
  isPutAside,
} from '../mail-reasons.ts'
import { button, note, PURGED, pickButton, rows, text } from './parts.ts'
import { deedRows, type Reader, type Row, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

const writePaused: WriteMail = (facts, readers, { standingsUrl }) => {
  const name = facts.round?.sportName ?? facts.season.name
  const deed = `${facts.deed.by} ${deedOf(facts)} while picks were open.`
  const { what, opening, remark, farewell } = outcomeOf(facts, readers, deed)
  return {
    subject: `${name}: you ${what}`,
    heading: `You ${what}: ${name}`,
    parts: [
      text(opening),
      rows(...deedRows(facts)),
      note(remark),
      ...(facts.isPurged ? [] : [button('See the standings', standingsUrl)]),
    ],
    farewell,
  }
}

function outcomeOf(facts: MailFacts, readers: readonly Reader[], deed: string) {
  if (facts.isPurged)
    return {
      ...{ what: 'can no longer pick', opening: deed, farewell: 'Until the next one!' },
      remark: `Your links no longer work. ${PURGED}`,
    }
  if (isOver(facts, readers))
    return {
      ...{ what: 'could not pick', opening: `${deed} This has been undone since.` },
      ...{ remark: 'Picks already made are kept.', farewell: 'Good luck!' },
    }
  return {
    ...{ what: 'cannot pick at the moment', opening: deed, farewell: 'Until then!' },
    remark:
      'Your links do not work for now. Picks already made are kept. We will mail you if you can pick again.',
  }
}

/** Who shares the address may be away for a cause of their own, which another mail tells. */
const isOver = (facts: MailFacts, readers: readonly Reader[]): boolean =>
  readers.some(({ id }) => {
    const player = facts.players.get(id)
    return player !== undefined && isBack(facts, player)
  })

/** Links may have been replaced meanwhile. */
const writeResumed: WriteMail = (facts, readers) => {
  const { round, season } = facts
  const name = round?.sportName ?? season.name
  const lock: Row[] = round ? [['Picks lock', formatTime(round.locksAt, round.timeZone)]] : []
  return {
    subject: `${name}: you can pick again`,
    heading: `You can pick again: ${name}`,
    parts: [
      text(`${facts.deed.by} reopened picks in ${name}. ${linkToUse(facts, readers)}`),
      rows(...lock, ...deedRows(facts)),
      ...readers.flatMap((reader) => pickButton(facts, reader, readers)),
    ],
    farewell: 'Good luck!',
  }
}

function deedOf({ deed, season, round }: MailFacts): string {
  switch (deed.type) {
    case 'ParticipantRemoved':
    case 'PlayerDeactivated':
      return `took you out of ${season.name}`
    case 'RoundDeleted':
      return `deleted ${round?.sportName} in ${season.name}`
    default:
      return `${deed.type === 'SeasonDeleted' ? 'deleted' : 'deactivated'} ${season.name}`
  }
}

function linkToUse({ round }: MailFacts, { length }: readonly Reader[]): string {
  if (round === null) return 'Use the newest link that you have for each sport.'
  return length === 1 ? 'Use the link in this mail.' : 'Use the links in this mail.'
}

const writeDeleted: WriteMail = (facts, _readers, { recordUrl }) => ({
  subject: `${facts.season.name}: you were deleted as a player`,
  heading: 'You were deleted as a player',
  parts: [
    text(
      `An admin deleted you as a player while picks of ${facts.season.name} were open. Your links no longer work.`,
    ),
    note('This cannot be undone, but an admin can add you again. The Changes page says who did it.'),
    button('See the changes', recordUrl),
  ],
  farewell: 'Until then!',
})

const writeAddressChanged: WriteMail = (facts, readers, { recordUrl }) => {
  const { name: season } = facts.season
  const title = `${readers.map(({ name }) => name)}'s address was changed`
  return {
    subject: `${season}: ${title}`,
    heading: title,
    parts: [
      text(
        `An admin changed or removed your email address while picks of ${season} were open and hidden from admins. Your old links no longer work, and new ones go elsewhere.`,
      ),
      note('If you did not ask for this, tell the others. The Changes page says who did it.'),
      button('See the changes', recordUrl),
    ],
    farewell: 'Until the next one!',
  }
}

export const picksPaused: MailTemplate = { write: writePaused, facts: ['deed', 'purged'] }

export const picksResumed: MailTemplate = {
  write: writeResumed,
  facts: ['deed', 'homes'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded, isNothingOpen),
  replacedBy: ['picks-resumed'],
}

export const playerDeleted: MailTemplate = { write: writeDeleted, writtenAtOnce: true }
export const addressChanged: MailTemplate = { write: writeAddressChanged, writtenAtOnce: true }
