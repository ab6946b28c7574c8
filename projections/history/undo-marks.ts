import { findDescriptor } from '../../domain/event-table.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { HistoryEntry } from './entries.ts'
import { type HistorySources, summarize } from './folding.ts'
import { undonePairs } from './rows.ts'
import { type Names, withNames } from './sentences/names.ts'

export async function markUndone(
  sources: HistorySources,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const commandIds = entries.map(({ commandId }) => commandId)
  const pairs = await undonePairs(sources.read, commandIds)
  const undoneRows = new Map(
    entries.map((entry) => [entry, pairs.flatMap(({ undo, undone }) => (isOf(entry, undo) ? undone : []))]),
  )
  const summaries = await summarize(sources, undoneRows)
  return withNames(sources.read, (names) =>
    entries.map((entry) => {
      const undos = pairs.flatMap(({ undo, undone, isInForce }) =>
        isInForce && isOf(entry, undone) ? undo : [],
      )
      const [undone] = undoneRows.get(entry) ?? []
      const sentence = summaries.get(entry)?.sentence
      return {
        ...entry,
        ...undoneBy(entry, undos, names),
        ...(undone && sentence !== undefined && { undoes: { eventId: undone.event_id, sentence } }),
      }
    }),
  )
}

function undoneBy(
  { type, count }: HistoryEntry,
  undos: readonly HistoryRow[],
  names: Names,
): Pick<HistoryEntry, 'undoneBy'> {
  const last = undos.toSorted((left, right) => (left.position < right.position ? -1 : 1)).at(-1)
  if (!last) return {}
  const { event_id: eventId, occurred_at: occurredAt, actor_id } = last
  const name = names.actor({ kind: 'admin', id: actor_id ?? 0 })
  const all = findDescriptor(type)?.wholeCommand && count
  return { undoneBy: { eventId, occurredAt, name, count: all ?? undos.length } }
}

const isOf = (entry: HistoryEntry, row: { event_id: string; command_id: string }) =>
  entry.count === undefined ? row.event_id === entry.eventId : row.command_id === entry.commandId
