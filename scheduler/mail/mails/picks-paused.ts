import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import {
  anyOf,
  canPick,
  hasEnded,
  isBack,
  isCancelled,
  isNothingOpen,
  isOutOfPlay,
  isPutAside,
} from '../mail-reasons.ts'
import { button, greeting, note, pickButton, rows, text } from './parts.ts'
import { deedRows, type Reader, type Row, signedBy, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'

const writePaused: WriteMail = (facts, readers, { standingsUrl }) => {
  const name = facts.round?.sportName ?? facts.season.name
  const deed = `${facts.deed.by} ${deedOf(facts)} while picks were open.`
  const { what, opening, remark, farewell } = isOver(facts, readers)
    ? {
        ...{ what: 'could not pick', opening: `${deed} This was undone after picks had locked.` },
        ...{ remark: 'Picks already made are kept.', farewell: 'Good luck!' },
      }
    : {
        ...{ what: 'cannot pick at the moment', opening: deed, farewell: 'Until then!' },
        remark:
          'Your links do not work for now. Picks already made are kept. We will mail you if you can pick again.',
      }
  return {
    subject: `${name}: you ${what}`,
    heading: `You ${what}: ${name}`,
    parts: [
      greeting(readers),
      text(opening),
      rows(...deedRows(facts)),
      note(remark),
      button('See the standings', standingsUrl),
    ],
    signature: signedBy(facts, farewell),
  }
}

function isOver(facts: MailFacts, [reader]: readonly Reader[]): boolean {
  const player = reader && facts.participants.get(reader.id)
  return player !== undefined && isBack(facts, player)
}

/** Links may have been replaced meanwhile. */
const writeResumed: WriteMail = (facts, readers) => {
  const { round, season } = facts
  const name = round?.sportName ?? season.name
  const lock: Row[] = round ? [['Picks lock', formatTime(round.locksAt, round.timeZone)]] : []
  return {
    subject: `${name}: you can pick again`,
    heading: `You can pick again: ${name}`,
    parts: [
      greeting(readers),
      text(`${facts.deed.by} reopened picks in ${name}. ${linkToUse(facts, readers)}`),
      rows(...lock, ...deedRows(facts)),
      ...readers.flatMap((reader) => pickButton(facts, reader, readers)),
    ],
    signature: signedBy(facts, 'Good luck!'),
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

const PAUSED = ['picks-paused', 'picks-resumed']

export const picksPaused: MailTemplate = {
  write: writePaused,
  facts: ['deed', 'sports'],
  useless: anyOf(canPick, isCancelled, hasEnded),
  absent: true,
  replacedBy: PAUSED,
}

export const picksResumed: MailTemplate = {
  write: writeResumed,
  facts: ['deed', 'sports'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded, isNothingOpen),
  asks: true,
  replacedBy: PAUSED,
}
