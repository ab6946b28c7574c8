import type { Instant } from '../../domain/event.ts'
import { leagueRules } from '../../domain/seasons/rules.ts'
import { type SeasonPast, seasonPast } from '../../domain/seasons/season-past.ts'
import { hasLocked } from '../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'
import { describeHistory } from '../history/entries.ts'
import { openNames } from '../history/names.ts'
import { type LoggedEntry, seasonTimeline } from '../read-models/season-timeline.ts'
import { currentSettings } from '../read-models/settings.ts'

/** What a season is scored by. Null when it does not exist or is deleted. */
export async function findRules(read: Read, seasonId: number) {
  const season = await read
    .selectFrom('seasons')
    .select(['rules', 'kept_rules', 'note'])
    .where('id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!season) return null
  const { rules: own, kept_rules, note } = season
  return {
    followsLeague: own === null,
    rules: kept_rules ?? own ?? leagueRules(await currentSettings(read)),
    note,
  }
}

/** A change of what everybody had been playing by. */
export type RuleChange = { at: Instant; admin: string | null; sentence: string; reason: string | null }

/** Those since the season's first lock, newest first. */
export async function ruleChanges(
  { read, store }: { read: Read; store: EventStore },
  seasonId: number,
): Promise<RuleChange[]> {
  const positions = ruleChangesIn(await seasonTimeline(read, seasonId)).map(({ position }) => position)
  if (positions.length === 0) return []
  const rows = await read
    .selectFrom('history')
    .selectAll()
    .where('position', 'in', positions)
    .orderBy('position', 'desc')
    .execute()
  const entries = await describeHistory(store, await openNames(read, store), rows)
  return entries.map(({ occurredAt, actor, sentence, reason }) => ({
    at: occurredAt,
    admin: actor.kind === 'admin' ? actor.name : null,
    sentence,
    reason,
  }))
}

/** Since the season's first lock, oldest first. */
export function ruleChangesIn(timeline: readonly LoggedEntry[]): LoggedEntry[] {
  const changes: LoggedEntry[] = []
  let past: SeasonPast | undefined
  for (const entry of timeline) {
    if (past && concerns(past, entry) && hasLocked(past, entry.at)) changes.push(entry)
    past = seasonPast([entry], past)
  }
  return changes
}

function concerns({ season }: SeasonPast, { event }: LoggedEntry): boolean {
  switch (event.type) {
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
    case 'RoundWeightSet':
      return true
    case 'PointsChanged':
    case 'NoPickPointsChanged':
      return season.status === 'open' && season.rules === null
    default:
      return false
  }
}
