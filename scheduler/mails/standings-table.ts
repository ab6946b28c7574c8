import type { Table } from '#platform/letter'
import type { MailFacts } from '../mail-facts.ts'
import type { Reader } from './reader.ts'
import { clip, pointsOf, was } from './wording.ts'

const ROWS_MAX = 10
const NAME_CHARACTERS_MAX = 40

/** The top of the table, where the readers stand below it, and how many are left out. Ties share their rank. */
export function standingsTable(
  { standings, ranksBefore }: MailFacts,
  readers: readonly Reader[],
  caption: string,
): Table {
  const isReader = (userId: number) => readers.some(({ id }) => id === userId)
  const shown = standings.filter(({ userId }, index) => index < ROWS_MAX || isReader(userId))
  const ranked = hasScores(standings)
  const rows = shown.map(({ userId, name, rank, totalPoints }) => ({
    cells: [
      ranked ? `#${rank}${arrow(rank, ranksBefore.get(userId))}` : '',
      clip(name, NAME_CHARACTERS_MAX),
      `${totalPoints}`,
    ],
    marked: isReader(userId),
  }))
  const hidden = standings.length - shown.length
  const rest = hidden === 0 ? [] : [{ cells: ['…', `${hidden} more`, ''] }]
  return { kind: 'table', caption, head: ['', 'Player', 'Points'], rows: [...rows, ...rest] }
}

/** How far somebody has come since. */
function arrow(rank: number, former: number | undefined): string {
  if (former === undefined || former === rank) return ''
  return rank < former ? ` ▲${former - rank}` : ` ▼${rank - former}`
}

/** What a reader has, and had before where that was something else. */
export function totalRow({ standings, before }: MailFacts, playerId: number): [string, string][] {
  const totalIn = (table: MailFacts['standings']) =>
    table.find(({ userId }) => userId === playerId)?.totalPoints ?? 0
  const former = before && `${totalIn(before.standings)}`
  const total = totalIn(standings)
  return [['Your total', `${total}` === former ? pointsOf(total) : was(pointsOf(total), former)]]
}

/** The same of the rank; nothing while there are no ranks. */
export function rankRow(
  facts: MailFacts,
  playerId: number,
  ordinal: (rank: number) => string,
): [string, string][] {
  const rank = rankOf(facts, playerId, ordinal)
  const former = facts.before?.standings.find(({ userId }) => userId === playerId)?.rank
  const now = facts.standings.find(({ userId }) => userId === playerId)?.rank
  if (rank === null) return []
  return [['Your rank', former === undefined || former === now ? rank : was(rank, ordinal(former))]]
}

/** While nobody has a point, nobody has a rank. */
export const hasScores = (standings: MailFacts['standings']) =>
  standings.some(({ totalPoints }) => totalPoints > 0)

/** `2nd of 8`, `2nd of 8, shared with 3 others`; null while there are no ranks. */
export function rankOf({ standings }: MailFacts, playerId: number, ordinal: (rank: number) => string) {
  const own = standings.find(({ userId }) => userId === playerId)
  if (!own || !hasScores(standings)) return null
  const others = standings.filter(({ rank }) => rank === own.rank).length - 1
  const shared = others === 0 ? '' : `, shared with ${others === 1 ? 'one other' : `${others} others`}`
  return `${ordinal(own.rank)} of ${standings.length}${shared}`
}
