import type { Part } from '../../../platform/mail/email-content.ts'
import { formatTime } from '../../../platform/time/time-zone.ts'
import type { MailFacts } from '../mail-facts.ts'
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
        text: `${facts.deed.by} changed your pick for ${sport_name} in ${facts.season.name}. The new one takes the place of the pick that you had. This is what counts now:`,
      },
      ...forEach(readers, null, ({ id, pickUrl }): Part[] => {
        const version = facts.versions.get(id)
        const saved: [string, string][] = version ? [['Entered', formatTime(version.made_at, time_zone)]] : []
        return [
          {
            kind: 'facts',
            rows: [
              ['Your pick', changeOf(facts, id)],
              ...guessRows(facts, id),
              ...saved,
              ['Reason', version?.reason ?? 'No reason given'],
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

/** `Reds -> Blues`, where the player had picked something else. */
function changeOf(facts: MailFacts, playerId: number): string {
  const now = pickOf(facts.picks.get(playerId), roundOf(facts))
  const own = facts.ownPicks.get(playerId)
  const was = own && pickOf(own, roundOf(facts))
  return was === undefined || was === now ? now : `${was} -> ${now}`
}
