import type { Table } from '#platform/letter'
import type { MailFacts } from '../mail-facts.ts'
import type { Reader } from './reader.ts'
import { clip } from './wording.ts'

const ROWS_MAX = 10
const NAME_CHARACTERS_MAX = 40

/** The top of the table, and where the readers stand below it. Ties share their rank. */
export function standingsTable({ standings }: MailFacts, readers: readonly Reader[], caption: string): Table {
  const isReader = (userId: number) => readers.some(({ id }) => id === userId)
  const top = standings.slice(0, ROWS_MAX)
  const below = standings.slice(ROWS_MAX).filter(({ userId }) => isReader(userId))
  const ranked = hasScores(standings)
  return {
    kind: 'table',
    caption,
    head: ['', 'Player', 'Points'],
    rows: [...top, ...below].map(({ userId, name, rank, totalPoints }) => ({
      cells: [ranked ? `#${rank}` : '', clip(name, NAME_CHARACTERS_MAX), `${totalPoints}`],
      marked: isReader(userId),
    })),
  }
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
