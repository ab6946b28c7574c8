import { type RoundResult, sameResult } from '../../domain/rounds/round.ts'
import { type SeasonRules, sameRules } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { seasonPast } from '../../domain/seasons/season-past.ts'
import { type SeasonFacts, standings } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../../projections/engine/read-model.ts'
import { type SeasonStanding, standingsInRest } from '../../projections/queries/leaderboard-view.ts'
import type { SeasonSnapshot } from '../../projections/queries/season-facts.ts'
import { loadRecord } from '../../projections/queries/season-past.ts'

/** What people knew before the event that a mail tells of. */
export type Before = {
  rules: SeasonRules
  /** How many times each sport counted, by round id. */
  weights: ReadonlyMap<number, number>
  result: RoundResult | null
  standings: readonly SeasonStanding[]
}

/** Before other rules, points or weights counted; null where they are the same. */
export async function beforeRules(
  read: Read,
  { facts }: SeasonSnapshot,
  seasonId: number,
  cause: Position,
): Promise<Before | null> {
  const record = await loadRecord(read, seasonId)
  if (!record) return null
  const then = seasonPast(record.timeline.filter(({ position }) => position < cause))
  const rules = rulesInForce(then.season, then.settings)
  const weights = new Map([...then.rounds].map(([id, state]) => [id, 'weight' in state ? state.weight : 1]))
  const rounds = facts.rounds.map((round) => ({
    ...round,
    weight: weights.get(round.roundId) ?? round.weight,
  }))
  const isSame =
    sameRules(rules, facts.rules) &&
    rounds.every(({ weight }, index) => weight === facts.rounds[index]?.weight)
  return isSame ? null : { rules, weights, result: null, standings: tableOf({ ...facts, rules, rounds }) }
}

/** Before the published result of a round was corrected; null where the one before was the same, or there was none. */
export function beforeCorrection({ facts, results }: SeasonSnapshot, roundId: number): Before | null {
  const published = results.filter((one) => one.roundId === roundId).map(({ result }) => result)
  const [result, now] = published.slice(-2)
  if (!result || !now || sameResult(result, now)) return null
  const rounds = facts.rounds.map((round) =>
    round.roundId === roundId && round.scored ? { ...round, scored: { ...round.scored, result } } : round,
  )
  const { rules } = facts
  return { rules, weights: weightsOf(facts), result, standings: tableOf({ ...facts, rounds }) }
}

const weightsOf = ({ rounds }: SeasonFacts) => new Map(rounds.map(({ roundId, weight }) => [roundId, weight]))

const tableOf = (facts: SeasonFacts) => standingsInRest(standings(facts))
