import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Read } from '../engine/read-model.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { HistoryEntry } from './entries.ts'
import type { Names } from './names.ts'

/** One command may do this hundreds of times; the history shows one line. */
const FOLDED: Partial<Record<DomainEvent['type'], (count: number, season: string) => string>> = {
  ParticipantAdded: (count, season) => `added ${count} players to ${season}`,
  ParticipantRemoved: (count, season) => `removed ${count} players from ${season}. The picks are kept`,
  RoundActivated: (count, season) =>
    `opened ${count} sports of ${season} for picks: each address gets one mail with all links`,
  PlayerAdded: (count) => `added ${count} players`,
  PlayerDeactivated: (count) => `deactivated ${count} players: no mail and no picks, past standings stay`,
  PlayerReactivated: (count) => `reactivated ${count} players`,
}

export const FOLDED_TYPES = Object.keys(FOLDED)

function foldedWords(type: string, count: number, season: string): string | null {
  const words = (FOLDED as Partial<Record<string, (count: number, season: string) => string>>)[type]
  return count > 1 && words ? words(count, season) : null
}

type OfOneCommand = Pick<HistoryRow, 'command_id' | 'type'>

async function countFolded(
  read: Read,
  rows: readonly OfOneCommand[],
): Promise<(row: OfOneCommand) => number> {
  const commandIds = rows.filter(({ type }) => FOLDED_TYPES.includes(type)).map((row) => row.command_id)
  if (commandIds.length === 0) return () => 1
  const counts = await read
    .selectFrom('history')
    .select((eb) => ['command_id', 'type', eb.fn.countAll().as('count')])
    .where('command_id', 'in', [...new Set(commandIds)])
    .where('type', 'in', FOLDED_TYPES)
    .groupBy(['command_id', 'type'])
    .execute()
  const byKey = new Map(counts.map(({ command_id, type, count }) => [`${command_id} ${type}`, Number(count)]))
  return ({ command_id, type }) => byKey.get(`${command_id} ${type}`) ?? 1
}

/** In the order of the rows, which are those of a folded list. */
export async function foldEntries(
  read: Read,
  names: Names,
  rows: readonly HistoryRow[],
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const countOf = await countFolded(read, rows)
  return entries.map((entry, index) => {
    const row = rows[index]
    const count = row ? countOf(row) : 1
    const words = foldedWords(entry.type, count, names.season(entry.seasonId ?? 0))
    if (words === null) return entry
    return { ...entry, sentence: `${entry.actor.name} ${words}`, playerId: null, count }
  })
}

/** What one command did of the same kind, in one stream or in several. */
export function rowsLike(
  read: Read,
  { command_id, type }: Pick<HistoryRow, 'command_id' | 'type'>,
): Promise<HistoryRow[]> {
  return read
    .selectFrom('history')
    .selectAll()
    .where('command_id', '=', command_id)
    .where('type', '=', type)
    .orderBy('position')
    .execute()
}
