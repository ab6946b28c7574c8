import type { TieBreakQuestion } from '../../../domain/rounds/round.ts'
import { type SlotNames, slotLabels } from '../../../domain/rounds/slot-names.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { deedRows, greeting, signedBy, type WriteMail } from './reader.ts'
import { was } from './wording.ts'

export const rewordedMail: WriteMail = (facts, readers, { standingsUrl }) => {
  const name = facts.round?.sportName ?? facts.season.name
  return {
    subject: `${name}: reworded`,
    heading: `Reworded: ${name}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} changed the words of ${name}. A pick that you have made stands as it is: please see whether you still mean it.`,
      },
      { kind: 'facts', rows: [...wordRows(facts), ...deedRows(facts)] },
      ...readers.flatMap(({ name: reader, pickUrl: url }): Part[] => {
        const label = `See ${readers.length === 1 ? 'your' : `${reader}'s`} pick for ${name}`
        return url === null ? [] : [{ kind: 'button', label, url }]
      }),
      { kind: 'button', label: 'See the standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}

function wordRows({ season, seasonBefore, round, roundBefore: before }: MailFacts): [string, string][] {
  const { name, yearStart, yearEnd } = season
  const years = yearStart === yearEnd ? `${yearStart}` : `${yearStart}–${yearEnd}`
  const ofSeason: [string, string] = ['Season', `${was(name, seasonBefore?.name)}, ${years}`]
  return round === null
    ? [ofSeason]
    : [
        ['Sport', was(round.sportName, before?.sportName)],
        ofSeason,
        ...changedRow(
          'Picks',
          slotsOf(round.slotNames, round.picksMax),
          before && slotsOf(before.slotNames, before.picksMax),
        ),
        ...changedRow(
          'Tie-break question',
          questionOf(round.tieBreak),
          before && questionOf(before.tieBreak),
        ),
        ['Message', round.emailMessage ?? NONE],
      ]
}

function changedRow(label: string, now: string, before: string | null): [string, string][] {
  return before === null || before === now ? [] : [[label, was(now, before)]]
}

const slotsOf = (slotNames: SlotNames | null | undefined, picksMax: number) =>
  slotLabels(slotNames, picksMax).join(', ') || NONE

const questionOf = (asked: TieBreakQuestion | null) =>
  asked === null ? NONE : `“${asked.question}”${asked.unit === null ? '' : `, in ${asked.unit}`}`

const NONE = 'None'
