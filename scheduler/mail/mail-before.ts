import { type RoundResult, sameResult } from '../../domain/rounds/round.ts'
import { type SeasonRules, sameRules } from '../../domain/seasons/rules.ts'
import { type SeasonFacts, type Standing, standings } from '../../domain/seasons/standings.ts'
import { START } from '../../platform/event-store/event-store.ts'
import type { SeasonView } from '../../projections/boards/season-facts.ts'
import { type SeasonRecord, seasonAt } from '../../projections/past/season-past.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import type { Cause } from './mail-cause.ts'

export type Before = {
  rules: SeasonRules
  weights: ReadonlyMap<number, number>
  result: RoundResult | null
  standings: readonly Standing[]
}

/** Null before where nothing differs. */
export async function aroundRules(
  read: Read,
  record: SeasonRecord,
  { position: asked, since, at }: Cause,
): Promise<{ after: SeasonView; before: Before | null }> {
  const byRulesBefore = (index: number) =>
    seasonAt(read, record, { rules: record.timeline.slice(0, index).at(-1)?.position ?? START })
  const then = await byRulesBefore(record.timeline.findIndex(({ position }) => position >= since))
  // One command can change points in two events.
  const next = record.timeline.findIndex((next) => next.position > asked && next.metadata.occurredAt !== at)
  const after = await byRulesBefore(next === -1 ? record.timeline.length : next)
  const { facts, table } = then
  const isSame =
    sameRules(facts.rules, after.facts.rules) &&
    facts.rounds.every(({ weight }, index) => weight === after.facts.rounds[index]?.weight)
  const before = { rules: facts.rules, weights: weightsOf(facts), result: null, standings: table }
  return { after, before: isSame ? null : before }
}

/** Null where the published result was the same, or there was none. `news`: how many results are not known yet. */
export function beforeCorrection(
  { facts, results }: SeasonView,
  roundId: number,
  news: number,
): Before | null {
  const published = results.filter((one) => one.roundId === roundId).map(({ result }) => result)
  const result = published.at(-1 - news) ?? published[0]
  const now = published.at(-1)
  if (!result || !now || sameResult(result, now)) return null
  const rounds = facts.rounds.map((round) =>
    round.roundId === roundId && round.scored ? { ...round, scored: { ...round.scored, result } } : round,
  )
  const { rules } = facts
  return { rules, weights: weightsOf(facts), result, standings: standings({ ...facts, rounds }) }
}

const weightsOf = ({ rounds }: SeasonFacts) => new Map(rounds.map(({ roundId, weight }) => [roundId, weight]))
