import type { DomainEvent } from '../../domain/domain-event.ts'
import { findDescriptor } from '../../domain/event-table.ts'
import { grouped } from '../../platform/grouped.ts'
import type { SealedPicks } from '../now/pick-visibility.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'
import { describeHistory, type HistoryEntry } from './entries.ts'
import { rowsOfCommands } from './rows.ts'
import type { Change } from './sentences/wording.ts'

export type HistorySources = {
  read: Read
  isSealed: SealedPicks
  withAdmins: boolean
}

const SENTENCES_MAX = 3

/** One command may do this hundreds of times. */
type Folding = (count: number, season: string, changes: readonly Change[]) => string

const FOLDED: Partial<Record<DomainEvent['type'], Folding>> = {
  ParticipantAdded: (count, season) => `added ${count} players to ${season}`,
  ParticipantRemoved: (count, season) => `removed ${count} players from ${season}. The picks are kept`,
  RoundCopied: (count, season, [from]) =>
    `copied ${count} sports from ${from?.before ?? 'a season'} to ${season}`,
  RoundActivated: (count, season) =>
    `opened ${count} sports of ${season} for picks: links that are mailed go out together`,
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
  const summaries = await summarize(
    sources,
    new Map(several.map(([id, ofCommand]) => [id, rowsOfLeadType(ofCommand)])),
  )
  return entries.map((entry) => {
    const summary = summaries.get(entry.commandId)
    if (!summary) return entry
    const { actor, sentence, kind, lacksReason, types } = summary
    const ofCommand = rows.get(entry.commandId) ?? []
    const lead = leadOf(ofCommand)
    return {
      ...{ ...entry, actor, sentence, kind, lacksReason },
      ...(lead && { eventId: lead.event_id, type: lead.type }),
      ...{ count: ofCommand.length, playerId: null, changes: [] },
      ...(types > 1 && { mixed: true }),
    }
  })
}

/** It speaks for all of its command. */
const leadOf = (rows: readonly HistoryRow[]) =>
  rows.findLast(({ type }) => findDescriptor(type)?.wholeCommand)

function rowsOfLeadType(rows: readonly HistoryRow[]) {
  const lead = leadOf(rows)
  return lead ? rows.filter(({ type }) => type === lead.type) : rows
}

/** One sentence for several rows, with the reason of the first. */
type Summary = Pick<HistoryEntry, 'actor' | 'sentence' | 'kind' | 'reason' | 'lacksReason'> & {
  types: number
}

export async function summarize<Key>(
  { read, isSealed }: Pick<HistorySources, 'read' | 'isSealed'>,
  rowsOf: ReadonlyMap<Key, readonly HistoryRow[]>,
): Promise<Map<Key, Summary>> {
  const groupsOf = new Map([...rowsOf].map(([key, rows]) => [key, sameTypes(withoutAnswer(rows))]))
  const firsts = [...groupsOf.values()].flatMap((groups) =>
    groups.slice(0, SENTENCES_MAX).map(({ row }) => row),
  )
  const described = await describeHistory(read, isSealed, firsts)
  const entryOf = new Map(described.map((entry) => [entry.eventId, entry]))
  return new Map(
    [...groupsOf].flatMap(([key, groups]) => {
      const parts = groups.flatMap((group) => {
        const entry = entryOf.get(group.row.event_id)
        return entry ? [{ ...group, entry }] : []
      })
      const [first] = parts
      if (!first) return []
      const { actor, kind, reason } = first.entry
      const others = groups.slice(parts.length).reduce((sum, { count }) => sum + count, 0)
      const words = [...parts.map(wordsOf), ...(others === 0 ? [] : [`and ${others} more`])].join('; ')
      const lacksReason = parts.some(({ entry }) => entry.lacksReason)
      const types = sameTypes(rowsOf.get(key) ?? []).length
      return [[key, { actor, kind, reason, lacksReason, types, sentence: `${actor.name} ${words}` }] as const]
    }),
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

function wordsOf({ row, entry, count }: SameType & { entry: HistoryEntry }): string {
  const { sentence, actor, changes } = entry
  const words = sentence.slice(actor.name.length + 1)
  if (count === 1) return words
  const many = (FOLDED as Partial<Record<string, Folding>>)[row.type]
  return many
    ? many(count, row.args.season ?? 'an erased season', changes)
    : `${words}, and ${count - 1} more like it`
}
