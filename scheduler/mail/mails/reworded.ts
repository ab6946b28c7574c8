import type { PresentRound } from '../../../domain/rounds/round.ts'
import { calledNow } from '../../../domain/rounds/team-names.ts'
import type { PresentSeason } from '../../../domain/seasons/season.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasEnded, isCancelled, isOutOfPlay, isPutAside } from '../mail-reasons.ts'
import { button, pickButton, rows, storyLinks, text } from './parts.ts'
import { deedRows, type Row, type WriteMail } from './reader.ts'
import type { MailTemplate } from './template.ts'
import { was } from './wording.ts'

const write: WriteMail = (facts, readers, { standingsUrl }) => {
  const name = facts.round?.sportName ?? facts.season.name
  return {
    subject: `${name}: the wording has changed`,
    heading: `The wording has changed: ${name}`,
    parts: [
      text(
        `${facts.deed.by} changed the wording of ${name}. Your pick has not changed. Please check that you still mean it.`,
      ),
      rows(...wordRows(facts), ...deedRows(facts)),
      ...readers.flatMap((reader) => pickButton(facts, reader, readers, 'See')),
      button('See the standings', standingsUrl),
      ...storyLinks(readers),
    ],
    farewell: 'Good luck!',
  }
}

function wordRows({ season, seasonBefore, round, roundBefore: before }: MailFacts): Row[] {
  return round === null
    ? [['Season', was(named(season), seasonBefore && named(seasonBefore))]]
    : [
        ['Sport', was(round.sportName, before?.sportName)],
        ['Season', named(season)],
        ...renamedRows(round, before),
        ['Message', was(round.emailMessage ?? NONE, before && (before.emailMessage ?? NONE))],
      ]
}

const renamedRows = (round: PresentRound, before: PresentRound | null) =>
  (before?.teams ?? []).flatMap((team): Row[] => {
    const now = calledNow(round, team)
    return now === team ? [] : [['Team', was(now, team)]]
  })

function named({ name, yearStart, yearEnd }: PresentSeason): string {
  return `${name}, ${yearStart === yearEnd ? yearStart : `${yearStart}–${yearEnd}`}`
}

const NONE = 'None'

export const reworded: MailTemplate = {
  write,
  facts: ['deed', 'before', 'homes'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded),
  replacedBy: ['reworded'],
}
