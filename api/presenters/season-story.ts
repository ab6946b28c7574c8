import type { Picked, PickedResult } from '../../domain/season-story/picked.ts'
import type { Race } from '../../domain/season-story/race.ts'
import type { Recap } from '../../domain/season-story/recap.ts'
import type { PlayerStatistics } from '../../domain/season-story/statistics.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import type * as contract from '../contract/season-story.ts'

export const presentPicked = (
  { pickedIds, missingIds, values, aloneIds }: Picked,
  result: PickedResult | null,
): contract.SportStatistics => ({
  picked: pickedIds.length,
  missing: missingIds.length,
  missingIds,
  distribution: values.map(({ number, value, playerIds }) => ({
    ...(number === null ? {} : { pickNumber: number }),
    value,
    count: playerIds.length,
    userIds: playerIds,
  })),
  alone: aloneIds,
  ...(result && {
    result: {
      calledIt: result.calledIds,
      rarest: result.rarest,
      movers: result.movers.map(({ playerId: userId, from, to }) => ({ userId, from, to })),
    },
  }),
})

export const presentStatistics = (rows: readonly PlayerStatistics[]): contract.SeasonStatistics => ({
  rows: rows.map(({ playerId: userId, ...row }) => ({ userId, ...row })),
})

export function presentRace(
  { rows, scenarios, ...race }: Race,
  table: readonly Pick<Standing, 'playerId'>[],
): contract.Race {
  const byPlayer = new Map(rows.map(({ playerId: userId, ...row }) => [userId, { userId, ...row }]))
  return {
    ...race,
    rows: table.flatMap(({ playerId }) => byPlayer.get(playerId) ?? []),
    ...(scenarios && {
      scenarios: scenarios.map(({ sentence, leaderIds: leaders, when }) => ({ sentence, leaders, when })),
    }),
  }
}

export const presentRecap = (recap: Recap | null): contract.Recap =>
  recap && {
    roundId: recap.roundId,
    at: recap.at,
    corrected: recap.isCorrected,
    facts: recap.facts.map(({ playerIds: userIds, ...fact }) => ({ ...fact, userIds })),
    sentences: recap.sentences,
  }
