import { ordinal } from '../../../domain/ordinal.ts'
import { pointsText } from '../../../domain/seasons/rule-sentences.ts'
import { isUnscored } from '../../../domain/seasons/standings.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { forEach, greeting, signedBy, type WriteMail } from './reader.ts'
import { rankOf, standingsTable } from './standings-table.ts'
import { clip } from './wording.ts'

const PODIUM_NAMES_MAX = 6

export const seasonEndedMail: WriteMail = (facts, readers, { standingsUrl }) => {
  const { season, standings } = facts
  const totalOf = (id: number) => standings.find(({ playerId }) => playerId === id)?.totalPoints ?? 0
  return {
    subject: `${season.name} has ended`,
    heading: `${season.name} has ended`,
    parts: [
      greeting(readers),
      {
        kind: 'text',
        text: `The last sport of ${season.name} has been scored, and the standings are final.`,
      },
      ...podium(facts),
      ...forEach(readers, 'Your season', ({ id }) => [
        {
          kind: 'facts',
          rows: [
            ['Your rank', rankOf(facts, id) ?? 'Nobody scored'] as const,
            ['Your total', pointsText(totalOf(id))] as const,
          ],
        },
      ]),
      standingsTable(facts, readers, 'Final standings'),
      { kind: 'button', label: 'See all standings', url: standingsUrl },
    ],
    signature: signedBy(facts, 'Thank you for playing!'),
  }
}

function podium({ standings }: MailFacts): Part[] {
  if (isUnscored(standings)) return []
  const rows = [1, 2, 3].flatMap((place): [string, string][] => {
    const holders = standings.filter(({ rank }) => rank === place)
    const [first] = holders
    if (!first) return []
    const label = holders.length > 1 ? `${ordinal(place)} (Tie)` : ordinal(place)
    return [[label, `${namesOf(holders)}, ${pointsText(first.totalPoints)}`]]
  })
  return [{ kind: 'facts', rows }]
}

function namesOf(holders: MailFacts['standings']): string {
  const names = holders.slice(0, PODIUM_NAMES_MAX).map(({ name }) => clip(name, 40))
  const others = holders.length - names.length
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(' & ')
}
