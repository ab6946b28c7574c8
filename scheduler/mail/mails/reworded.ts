import type { PresentRound } from '../../../domain/rounds/round.ts'
import { slotLabels } from '../../../domain/rounds/slot-names.ts'
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
        ...changedRow('Picks', slotsOf(round), before && slotsOf(before)),
        ...changedRow('Tie-break question', questionOf(round), before && questionOf(before)),
        ['Message', was(round.emailMessage ?? NONE, before && (before.emailMessage ?? NONE))],
      ]
}

const renamedRows = (round: PresentRound, before: PresentRound | null) =>
  (before?.teams ?? []).flatMap((team) => changedRow('Team', calledNow(round, team), team))
function named({ name, yearStart, yearEnd }: PresentSeason): string {
  return `${name}, ${yearStart === yearEnd ? yearStart : `${yearStart}–${yearEnd}`}`
}

function changedRow(label: string, now: string, before: string | null): Row[] {
  return before === null || before === now ? [] : [[label, was(now, before)]]
}

const slotsOf = ({ slotNames, picksMax }: PresentRound) => slotLabels(slotNames, picksMax).join(', ') || NONE

const questionOf = ({ tieBreak: asked }: PresentRound) =>
  asked === null ? NONE : `“${asked.question}”${asked.unit === null ? '' : `, in ${asked.unit}`}`

const NONE = 'None'

export const reworded: MailTemplate = {
  write,
  facts: ['deed', 'before'],
  useless: anyOf(isOutOfPlay, isPutAside, isCancelled, hasEnded),
  replacedBy: ['reworded'],
}
