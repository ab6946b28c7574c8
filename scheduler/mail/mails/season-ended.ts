import { counted, listed, listedUpTo } from '../../../domain/names.ts'
import { ordinal } from '../../../domain/ordinal.ts'
import { pointsText } from '../../../domain/seasons/rule-sentences.ts'
import { isUnscored } from '../../../domain/seasons/standings.ts'
import { oneLine, type Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { anyOf, hasNotEnded, isOutOfPlay } from '../mail-reasons.ts'
import { button, rows, text } from './parts.ts'
import { forEach, type Reader, type Row, type WriteMail } from './reader.ts'
import { ownRow, rankOf, standingsTable } from './standings-table.ts'
import type { MailTemplate } from './template.ts'
import { clip, inOneLine, NAME_CHARACTERS_MAX } from './wording.ts'

const PODIUM_NAMES_MAX = 6

const write: WriteMail = (facts, readers, { standingsUrl }) => {
  const { season, standings } = facts
  const victory = victoryOf(facts, readers)
  const title = victory ?? `${season.name} has ended`
  return {
    subject: title,
    heading: title,
    parts: [
      text(`The last sport of ${season.name} has been scored, and the standings are final.`),
      ...congratulations(facts),
      ...podium(facts),
      ...forEach(readers, 'Your season', ({ id }) => [
        rows(
          ['Your rank', rankOf(facts, id) ?? 'Nobody scored'],
          ['Your total', pointsText(ownRow(standings, id)?.totalPoints ?? 0)],
        ),
      ]),
      ...standingsTable(facts, readers, 'Final standings'),
      button('See all standings', standingsUrl),
      { kind: 'link', label: 'See the hall of fame', url: new URL('champions', standingsUrl).href },
    ],
    farewell: 'Thank you for playing!',
  }
}

/** Null where none of the readers has won. */
function victoryOf({ season, standings }: MailFacts, readers: readonly Reader[]): string | null {
  if (isUnscored(standings)) return null
  const winners = standings.filter(({ rank }) => rank === 1)
  const own = readers.filter(({ id }) => winners.some(({ playerId }) => playerId === id))
  if (own.length === 0) return null
  const who = readers.length === 1 ? 'You' : clip(listed(own.map(({ name }) => name)), NAME_CHARACTERS_MAX)
  const others = winners.length - own.length
  const shared = others === 0 ? '' : ` Shared with ${counted(others, 'other', 'others')}.`
  return `${who} won ${season.name}!${shared}`
}

function congratulations({ honours }: MailFacts): Part[] {
  if (honours === null || honours.winners.length === 0) return []
  const names = listedUpTo(
    PODIUM_NAMES_MAX,
    honours.winners.map(({ name }) => clip(name, NAME_CHARACTERS_MAX)),
  )
  return [text(`Congratulations, ${oneLine(names)}! ${inOneLine(honours.sentences)}`.trimEnd())]
}

function podium({ standings, honours }: MailFacts): Part[] {
  if (isUnscored(standings)) return []
  const places = [1, 2, 3].flatMap((place): Row[] => {
    const holders = standings.filter(({ rank }) => rank === place)
    const [first] = holders
    if (!first) return []
    const label = holders.length > 1 ? `${ordinal(place)} (Tie)` : ordinal(place)
    const tie = honours?.ties.get(first.playerId)
    return [
      [label, `${namesOf(holders)}, ${pointsText(first.totalPoints)}${tie ? `. ${inOneLine([tie])}` : ''}`],
    ]
  })
  return [rows(...places)]
}

function namesOf(holders: MailFacts['standings']): string {
  const names = holders.slice(0, PODIUM_NAMES_MAX).map(({ name }) => clip(name, 40))
  const others = holders.length - names.length
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(' & ')
}

export const seasonEnded: MailTemplate = {
  write,
  facts: ['standings', 'seal', 'honours'],
  useless: anyOf(isOutOfPlay, hasNotEnded),
  replacedBy: ['season-ended', 'season-reopened'],
}
