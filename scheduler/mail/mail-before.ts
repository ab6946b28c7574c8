import { type RoundResult, sameResult } from '../../domain/rounds/round.ts'
import { type SeasonRules, sameRules } from '../../domain/seasons/rules.ts'
import { rulesInForce } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type SeasonFacts, type Standing, standings } from '../../domain/seasons/standings.ts'
import { settings } from '../../domain/settings/settings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Chronicle } from '../../projections/past/chronicle.ts'
import type { SeasonSnapshot } from '../../projections/queries/season-facts.ts'
import type { Cause } from './mail-cause.ts'

export type Before = {
  rules: SeasonRules
  weights: ReadonlyMap<number, number>
  result: RoundResult | null
  standings: readonly Standing[]
}

/** By the rules that its cause made; null before where nothing differs. */
export async function aroundRules(
  chronicle: Chronicle,
  season: SeasonSnapshot,
  seasonId: number,
  cause: Pick<Cause, 'position' | 'at'>,
): Promise<{ season: SeasonSnapshot; before: Before | null }> {
  const chapters = [...(await chronicle.ofSeason(seasonId)), ...(await chronicle.of(settings.stream()))]
  // One command can change points in two events.
  const [next] = chapters
    .filter(({ event }) => event.position > cause.position && event.metadata.occurredAt !== cause.at)
    .map(({ event }) => event.position)
    .sort()
  const then = await rulesAt(cause.position)
  const after = next === undefined ? season : await rulesAt(next)
  const isSame =
    sameRules(then.facts.rules, after.facts.rules) &&
    then.rounds.every(({ weight }, index) => weight === after.rounds[index]?.weight)
  const { facts } = then
  const before = { rules: facts.rules, weights: weightsOf(facts), result: null, standings: standings(facts) }
  return { season: after, before: isSame ? null : before }

  async function rulesAt(position: Position): Promise<SeasonSnapshot> {
    const past = await chronicle.before(seasonStream, [seasonId], position)
    const weighted = <Weighted extends { roundId: number; weight: number }>(round: Weighted): Weighted => {
      const state = roundIn(past, round.roundId)
      return 'weight' in state ? { ...round, weight: state.weight } : round
    }
    const rules = rulesInForce(past.season, await chronicle.before(settings, [], position))
    const facts = { ...season.facts, rules, rounds: season.facts.rounds.map(weighted) }
    return { ...season, rounds: season.rounds.map(weighted), facts }
  }
}

/** Null where the published result was the same, or there was none. */
export function beforeCorrection({ facts, results }: SeasonSnapshot, roundId: number): Before | null {
  const published = results.filter((one) => one.roundId === roundId).map(({ result }) => result)
  const [result, now] = published.slice(-2)
  if (!result || !now || sameResult(result, now)) return null
  const rounds = facts.rounds.map((round) =>
    round.roundId === roundId && round.scored ? { ...round, scored: { ...round.scored, result } } : round,
  )
  const { rules } = facts
  return { rules, weights: weightsOf(facts), result, standings: standings({ ...facts, rounds }) }
}

const weightsOf = ({ rounds }: SeasonFacts) => new Map(rounds.map(({ roundId, weight }) => [roundId, weight]))
