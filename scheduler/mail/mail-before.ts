import { type RoundResult, sameResult } from '../../domain/rounds/round.ts'
import { type SeasonRules, sameRules } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { roundsInPlay, seasonPast } from '../../domain/seasons/season-past.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import { type SeasonFacts, standings } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { loadRecord, type SeasonSources } from '../../projections/past/season-past.ts'
import type { LoggedEntry } from '../../projections/past/season-timeline.ts'
import { type SeasonStanding, standingsInRest } from '../../projections/queries/leaderboard-view.ts'
import type { SeasonSnapshot } from '../../projections/queries/season-facts.ts'
import type { Cause } from './mail-cause.ts'

/** What people knew before the event that a mail tells of. */
export type Before = {
  rules: SeasonRules
  /** How many times each sport counted, by round id. */
  weights: ReadonlyMap<number, number>
  result: RoundResult | null
  standings: readonly SeasonStanding[]
}

/**
 * The season by the rules that its cause made, whatever rules came later, and what there was before: null where that is the
 * same.
 */
export async function aroundRules(
  sources: SeasonSources,
  season: SeasonSnapshot,
  seasonId: number,
  cause: Position,
): Promise<{ season: SeasonSnapshot; before: Before | null }> {
  const timeline = (await loadRecord(sources, seasonId))?.timeline ?? []
  const at = timeline.find(({ position }) => position === cause)?.at
  // One command can change points in two events.
  const next = timeline.find((entry) => entry.position > cause && entry.at !== at)
  const then = byRules(season, timeline, ({ position }) => position < cause)
  const after = byRules(season, timeline, ({ position }) => !next || position < next.position)
  const isSame =
    sameRules(then.facts.rules, after.facts.rules) &&
    then.rounds.every(({ weight }, index) => weight === after.rounds[index]?.weight)
  const { facts } = then
  const before = { rules: facts.rules, weights: weightsOf(facts), result: null, standings: tableOf(facts) }
  return { season: after, before: isSame ? null : before }
}

function byRules(
  season: SeasonSnapshot,
  timeline: readonly LoggedEntry[],
  isKnown: (entry: LoggedEntry) => boolean,
): SeasonSnapshot {
  const past = seasonPast(timeline.filter(isKnown))
  const weightOf = (roundId: number, now: number) => {
    const state = roundIn(past, roundId)
    return 'weight' in state ? state.weight : now
  }
  const { facts } = season
  return {
    ...season,
    rounds: season.rounds.map((round) => ({ ...round, weight: weightOf(round.roundId, round.weight) })),
    facts: {
      ...facts,
      rules: rulesInForce(past.season, past.settings),
      rounds: facts.rounds.map((round) => ({ ...round, weight: weightOf(round.roundId, round.weight) })),
    },
  }
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

/** The sports in which players could pick right before something was done, by id. */
export async function openBefore(
  sources: SeasonSources,
  seasonId: number,
  { position, at }: Pick<Cause, 'position' | 'at'>,
): Promise<number[]> {
  const timeline = (await loadRecord(sources, seasonId))?.timeline ?? []
  const then = seasonPast(timeline.filter((entry) => entry.position < position))
  return roundsInPlay(then, at).flatMap(({ roundId, status, cancelledAt }) =>
    status === 'active' && cancelledAt === null ? [roundId] : [],
  )
}

const weightsOf = ({ rounds }: SeasonFacts) => new Map(rounds.map(({ roundId, weight }) => [roundId, weight]))

const tableOf = (facts: SeasonFacts) => standingsInRest(standings(facts))
