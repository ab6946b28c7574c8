import { pointsText } from '../../../domain/seasons/rule-sentences.ts'
import { isUnscored } from '../../../domain/seasons/standings.ts'
import type { Table } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import type { Reader } from './reader.ts'
import { clip, NAME_CHARACTERS_MAX, was } from './wording.ts'

const ROWS_MAX = 10

export function standingsTable(
  { standings, ranksBefore }: MailFacts,
  readers: readonly Reader[],
  caption: string,
): Table {
  const ranked = !isUnscored(standings)
  const rows: { cells: string[]; marked?: boolean }[] = []
  let hidden = 0
  const closeGap = () => {
    if (hidden > 0) rows.push({ cells: ['…', `${hidden} more`, ''] })
    hidden = 0
  }
  for (const [index, { playerId, name, rank, totalPoints }] of standings.entries()) {
    const marked = readers.some(({ id }) => id === playerId)
    if (index >= ROWS_MAX && !marked) {
      hidden++
      continue
    }
    closeGap()
    const place = ranked ? `#${rank}${arrow(rank, ranksBefore.get(playerId))}` : ''
    rows.push({ cells: [place, clip(name, NAME_CHARACTERS_MAX), `${totalPoints}`], marked })
  }
  closeGap()
  return { kind: 'table', caption, head: ['', 'Player', 'Points'], rows }
}

function arrow(rank: number, former: number | undefined): string {
  if (former === undefined || former === rank) return ''
  return rank < former ? ` ▲${former - rank}` : ` ▼${rank - former}`
}

export function totalRow({ standings, before }: MailFacts, playerId: number): [string, string][] {
  const totalIn = (table: MailFacts['standings']) =>
    table.find((entry) => entry.playerId === playerId)?.totalPoints ?? 0
  const former = before && `${totalIn(before.standings)}`
  const total = totalIn(standings)
  return [['Your total', `${total}` === former ? pointsText(total) : was(pointsText(total), former)]]
}

export function rankRow(
  facts: MailFacts,
  playerId: number,
  ordinal: (rank: number) => string,
): [string, string][] {
  const rank = rankOf(facts, playerId, ordinal)
  const before = facts.before?.standings ?? []
  const former = isUnscored(before) ? undefined : before.find((entry) => entry.playerId === playerId)?.rank
  const now = facts.standings.find((entry) => entry.playerId === playerId)?.rank
  if (rank === null) return []
  return [['Your rank', former === undefined || former === now ? rank : was(rank, ordinal(former))]]
}

/** `2nd of 8`, `2nd of 8, shared with 3 others`; null while there are no ranks. */
export function rankOf({ standings }: MailFacts, playerId: number, ordinal: (rank: number) => string) {
  const own = standings.find((entry) => entry.playerId === playerId)
  if (!own || isUnscored(standings)) return null
  const others = standings.filter(({ rank }) => rank === own.rank).length - 1
  const shared = others === 0 ? '' : `, shared with ${others === 1 ? 'one other' : `${others} others`}`
  return `${ordinal(own.rank)} of ${standings.length}${shared}`
}
