import type { Instant } from '../../domain/event.ts'
import type { Deed } from '../../domain/record/deeds.ts'
import type { Cache } from '../../platform/cache.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { describeHistory } from '../history/entries.ts'
import { ALL_SEALED } from '../now/pick-visibility.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'
import { keptRecord } from './public-record.ts'

type RuleChange = { at: Instant; admin: string | null; sentence: string; reason: string | null }

type Sources = { read: Read; store: EventStore; cache: Cache }

export async function ruleChanges(sources: Sources, seasonId: number): Promise<RuleChange[]> {
  const rows = await ruleRows(sources, seasonId)
  if (rows.length === 0) return []
  const entries = await describeHistory(sources.read, ALL_SEALED, rows)
  return entries.map(({ occurredAt, actor, sentence, reason }) => ({
    at: occurredAt,
    admin: actor.kind === 'admin' ? actor.name : null,
    sentence,
    reason,
  }))
}

export async function ruleRows(sources: Sources, seasonId: number): Promise<HistoryRow[]> {
  const { entries } = await keptRecord(sources, seasonId)
  const rows = entries.flatMap(({ rows, deeds }) => rows.filter((_, index) => isOfRules(deeds[index])))
  return rows.sort((left, right) => (left.position < right.position ? 1 : -1))
}

const isOfRules = (deed: Deed | undefined) =>
  deed !== undefined && ['rules_changed', 'weight_changed', 'points_changed'].includes(deed.type)
