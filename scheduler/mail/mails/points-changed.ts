import { ordinal } from '../../../domain/ordinal.ts'
import { PLACES } from '../../../domain/seasons/points.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { deedRows, forEach, greeting, type LetterWriter, type Reader, signedBy } from './reader.ts'
import { rankRow, standingsTable, totalRow } from './standings-table.ts'
import { PLACE_TEXTS, pointsOf, was } from './wording.ts'

/** What other points have made of the standings. */
export const pointsChangedLetter: LetterWriter = (facts, readers, { standingsUrl }) => ({
  subject: `${facts.season.name}: places are worth other points now`,
  heading: `Other points: ${facts.season.name}`,
  parts: [
    greeting(readers),
    {
      kind: 'text',
      text: `${facts.deed.by} changed the points. All results of ${facts.season.name} have been counted again.`,
    },
    { kind: 'facts', rows: [...changedPoints(facts), ...deedRows(facts)] },
    ...scoresNow(facts, readers),
    { kind: 'button', label: 'See all standings', url: standingsUrl },
  ],
  signature: signedBy(facts, 'Until the next one!'),
})

/** Places that are worth something else than before. */
export function changedPoints({ settings, before }: MailFacts): [string, string][] {
  return PLACES.flatMap((place): [string, string][] => {
    const [points, former] = [settings.points[place], before?.points[place]]
    return former === undefined || former === points
      ? []
      : [[PLACE_TEXTS[place], was(pointsOf(points), `${former}`)]]
  })
}

/** What it comes to for each reader, and for everybody. */
export const scoresNow = (facts: MailFacts, readers: readonly Reader[]): Part[] => [
  ...forEach(readers, 'Your score', ({ id }): Part[] => [
    { kind: 'facts', rows: [...totalRow(facts, id), ...rankRow(facts, id, ordinal)] },
  ]),
  standingsTable(facts, readers, `${facts.season.name} so far`),
]
