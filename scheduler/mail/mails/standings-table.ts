import { ordinal } from '../../../domain/ordinal.ts'
import { pointsText, tieBreakText } from '../../../domain/seasons/rule-sentences.ts'
import { isUnscored } from '../../../domain/seasons/standings.ts'
import type { Part } from '../../../platform/mail/email-content.ts'
import type { MailFacts } from '../mail-facts.ts'
import { note } from './parts.ts'
import type { Reader, Row } from './reader.ts'
import { clip, NAME_CHARACTERS_MAX, was } from './wording.ts'

const ROWS_MAX = 10
/** `1 more` would take the row of the eleventh. */
const ROWS_WHOLE_MAX = 12

export function standingsTable(
  { standings, ranksBefore, rules }: MailFacts,
  readers: readonly Reader[],
  caption: string,
): Part[] {
  const ranked = !isUnscored(standings)
  const rows: { cells: string[]; marked?: boolean }[] = []
  const rowsMax = standings.length > ROWS_WHOLE_MAX ? ROWS_MAX : ROWS_WHOLE_MAX
  let hidden = 0
  const closeGap = () => {
    if (hidden > 0) rows.push({ cells: ['…', `${hidden} more`, ''] })
    hidden = 0
  }
  for (const [index, { playerId, name, rank, totalPoints }] of standings.entries()) {
    const marked = readers.some(({ id }) => id === playerId)
    if (index >= rowsMax && !marked) {
      hidden++
      continue
    }
    closeGap()
    const place = ranked ? `#${rank}${arrow(rank, ranksBefore.get(playerId))}` : ''
    rows.push({ cells: [place, clip(name, NAME_CHARACTERS_MAX), `${totalPoints}`], marked })
  }
  closeGap()
  return [
    { kind: 'table', caption, head: ['', 'Player', 'Points'], rows },
    ...tiesNote(standings, rules.tieBreak),
  ]
}

/** What decided any of them, in the order in which the season asks. */
function tiesNote(standings: MailFacts['standings'], chain: MailFacts['rules']['tieBreak']): Part[] {
  const deciding = chain.filter((by) => standings.some(({ decidedBy }) => decidedBy === by))
  return deciding.length === 0 ? [] : [note(`Tied players are ranked by ${tieBreakText(deciding)}.`)]
}

function arrow(rank: number, former: number | undefined): string {
  if (former === undefined || former === rank) return ''
  return rank < former ? ` ▲${former - rank}` : ` ▼${rank - former}`
}

export const ownRow = (standings: MailFacts['standings'], playerId: number) =>
  standings.find((entry) => entry.playerId === playerId)

export function totalRow({ standings, before }: MailFacts, id: number): Row[] {
  const totalIn = (table: MailFacts['standings']) => ownRow(table, id)?.totalPoints ?? 0
  const former = before && `${totalIn(before.standings)}`
  const total = totalIn(standings)
  return [['Your total', `${total}` === former ? pointsText(total) : was(pointsText(total), former)]]
}

export function rankRow(facts: MailFacts, id: number): Row[] {
  const rank = rankOf(facts, id)
  const before = facts.before?.standings ?? []
  const former = isUnscored(before) ? undefined : ownRow(before, id)?.rank
  if (rank === null) return []
  const isSame = former === undefined || former === ownRow(facts.standings, id)?.rank
  return [['Your rank', isSame ? rank : was(rank, ordinal(former))]]
}

/** `2nd of 8`, `2nd of 8, shared with 3 others`; null while there are no ranks. */
export function rankOf({ standings }: MailFacts, id: number) {
  const own = ownRow(standings, id)
  if (!own || isUnscored(standings)) return null
  const others = standings.filter(({ rank }) => rank === own.rank).length - 1
  const shared = others === 0 ? '' : `, shared with ${others === 1 ? 'one other' : `${others} others`}`
  return `${ordinal(own.rank)} of ${standings.length}${shared}`
}
