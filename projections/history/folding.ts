import type { DomainEvent } from '../../domain/domain-event.ts'
import { findDescriptor } from '../../domain/event-table.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'
import { describeHistory, type HistoryEntry } from './entries.ts'
import type { NameBook } from './names.ts'
import type { SealedPicks } from './pick-visibility.ts'
import { rowsOfCommands } from './rows.ts'
import type { Change } from './wording.ts'

export type HistorySources = {
  read: Read
  names: NameBook
  isSealed: SealedPicks
  withAdmins: boolean
}

const TOLD_MAX = 3

/** One command may do this hundreds of times. */
type Folding = (count: number, season: () => string, changes: readonly Change[]) => string

const FOLDED: Partial<Record<DomainEvent['type'], Folding>> = {
  ParticipantAdded: (count, season) => `added ${count} players to ${season()}`,
  ParticipantRemoved: (count, season) => `removed ${count} players from ${season()}. The picks are kept`,
  RoundCopied: (count, season, [from]) =>
    `copied ${count} sports from ${from?.before ?? 'a season'} to ${season()}`,
  RoundActivated: (count, season) =>
    `opened ${count} sports of ${season()} for picks: links that are mailed go out together`,
  PlayerAdded: (count) => `added ${count} players`,
  PlayerDeactivated: (count) => `deactivated ${count} players: no mail and no picks, past standings stay`,
  PlayerReactivated: (count) => `reactivated ${count} players`,
}

export async function foldEntries(
  sources: HistorySources,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const commandIds = entries.map(({ commandId }) => commandId)
  const rows = grouped(await rowsOfCommands(sources.read, commandIds, sources), (row) => row.command_id)
  const several = [...rows].filter(([, ofCommand]) => ofCommand.length > 1)
  const told = await tellTogether(
    sources,
    new Map(several.map(([id, ofCommand]) => [id, likeTheLead(ofCommand)])),
  )
  return entries.map((entry) => {
    const together = told.get(entry.commandId)
    if (!together) return entry
    const mixed = together.types > 1 && { mixed: true }
    const ofCommand = rows.get(entry.commandId) ?? []
    const lead = leadOf(ofCommand)
    const led = lead && { eventId: lead.event_id, type: lead.type }
    const as = { ...together.as, ...led, count: ofCommand.length }
    return { ...entry, ...as, playerId: null, changes: [], ...mixed }
  })
}

/** It tells all of its command. */
const leadOf = (rows: readonly HistoryRow[]) =>
  rows.findLast(({ type }) => findDescriptor(type)?.wholeCommand)

function likeTheLead(rows: readonly HistoryRow[]) {
  const lead = leadOf(rows)
  return lead ? rows.filter(({ type }) => type === lead.type) : rows
}

type ToldTogether = {
  types: number
  first: HistoryEntry
  as: Required<Pick<HistoryEntry, 'actor' | 'sentence' | 'kind' | 'lacksReason'>>
}

export async function tellTogether<Key>(
  { names, isSealed }: Pick<HistorySources, 'names' | 'isSealed'>,
  rowsOf: ReadonlyMap<Key, readonly HistoryRow[]>,
): Promise<Map<Key, ToldTogether>> {
  const groupsOf = new Map([...rowsOf].map(([key, rows]) => [key, sameTypes(withoutAnswer(rows))]))
  const firsts = [...groupsOf.values()].flatMap((groups) => groups.slice(0, TOLD_MAX).map(({ row }) => row))
  const described = await describeHistory(names, isSealed, firsts)
  const entryOf = new Map(described.map((entry) => [entry.eventId, entry]))
  return names.told(
    () =>
      new Map(
        [...groupsOf].flatMap(([key, groups]) => {
          const parts = groups.flatMap(({ row, count }) => {
            const entry = entryOf.get(row.event_id)
            return entry ? [{ entry, count }] : []
          })
          const [first] = parts
          if (!first) return []
          const { actor, kind } = first.entry
          const as = {
            actor,
            sentence: `${actor.name} ${parts.map((part) => wordsOf(part, names)).join('; ')}${othersThan(parts, groups)}`,
            kind,
            lacksReason: parts.some(({ entry }) => entry.lacksReason),
          }
          return [[key, { types: sameTypes(rowsOf.get(key) ?? []).length, first: first.entry, as }] as const]
        }),
      ),
  )
}

/** The result says it. */
const withoutAnswer = (rows: readonly HistoryRow[]) =>
  rows.some(({ type }) => type === 'RoundCompleted')
    ? rows.filter(({ type }) => type !== 'TieBreakAnswered')
    : rows

type SameType = { row: HistoryRow; count: number }

function sameTypes(rows: readonly HistoryRow[]): SameType[] {
  const byType = grouped(rows, ({ type }) => type)
  return [...byType.values()].flatMap(([row, ...others]) => (row ? [{ row, count: others.length + 1 }] : []))
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

function wordsOf({ entry, count }: { entry: HistoryEntry; count: number }, names: NameBook): string {
  const { type, sentence, actor, seasonId, changes } = entry
  const words = sentence.slice(actor.name.length + 1)
  if (count === 1) return words
  const many = (FOLDED as Partial<Record<string, Folding>>)[type]
  return many
    ? many(count, () => names.season(seasonId ?? 0), changes)
    : `${words}, and ${count - 1} more like it`
}

function othersThan(told: readonly unknown[], groups: readonly SameType[]): string {
  const others = groups.slice(told.length).reduce((sum, { count }) => sum + count, 0)
  return others === 0 ? '' : `; and ${others} more`
}
