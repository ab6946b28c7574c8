import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import { forEach, greeting, guessRows, type LetterWriter, roundOf, signedBy } from './reader.ts'
import { pickOf } from './wording.ts'

/** What counts for a player since an admin entered it. */
export const pickEnteredLetter: LetterWriter = (facts, readers) => {
  const { sport_name, time_zone } = roundOf(facts)
  return {
    subject: `${sport_name}: an admin changed your pick`,
    heading: `Your pick was changed: ${sport_name}`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `${facts.deed.by} entered a pick for you for ${sport_name} in ${facts.season.name}. It takes the place of the pick that you had. This is what counts now:`,
      },
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => {
        const version = facts.versions.get(id)
        const saved: [string, string][] = version ? [['Entered', formatTime(version.made_at, time_zone)]] : []
        const reason: [string, string][] = version?.reason ? [['Reason', version.reason]] : []
        return [
          {
            kind: 'facts',
            rows: [
              ['Your pick', pickOf(facts.picks.get(id), roundOf(facts))],
              ...guessRows(facts, id),
              ...saved,
              ...reason,
            ],
          },
          { kind: 'button', label: `See your pick for ${sport_name}`, url: pickUrl ?? '' },
        ]
      }),
      {
        kind: 'note',
        text: 'Your link shows every version of your pick, each with its receipt.',
      },
    ],
    signature: signedBy(facts, 'Good luck!'),
  }
}
