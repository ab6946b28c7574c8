import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
import { forEach, greeting, guessRows, type LetterWriter, roundOf, signedBy } from './reader.ts'
import { pickOf } from './wording.ts'

/** What counts from now on. */
export const picksLockedLetter: LetterWriter = (facts, readers, { standingsUrl }) => {
  const { sport_name } = roundOf(facts)
  const hasPicked = readers.some(({ id }) => facts.picks.has(id))
  return {
    subject: `${sport_name}: picks are locked`,
    heading: `Picks are locked: ${sport_name}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `Picks for ${sport_name} in ${facts.season.name} are locked, and links no longer change them. This is what counts:`,
      },
      ...forEach(readers, null, ({ id }) => [
        {
          kind: 'facts',
          rows: [
            ['Your pick', pickOf(facts.picks.get(id), roundOf(facts))],
            ...guessRows(facts, id),
            ...savedRows(facts, id),
          ],
        },
      ]),
      { kind: 'button', label: 'See what everybody picked', url: standingsUrl },
    ],
    signature: signedBy(facts, hasPicked ? 'May the best pick win!' : 'Until the next one!'),
  }
}

/** When it was saved, and the receipt by which anybody can check that. */
function savedRows(facts: MailFacts, playerId: number): [string, string][] {
  const version = facts.versions.get(playerId)
  if (!version) return []
  const at = formatTime(version.made_at, roundOf(facts).time_zone)
  return [
    [version.made_by === 'admin' ? 'Entered by an admin' : 'Saved', at],
    ['Receipt', version.receipt],
  ]
}
