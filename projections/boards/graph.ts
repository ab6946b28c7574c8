import { sql } from 'kysely'
import { compareNames } from '../../domain/names.ts'
import { graphOf } from '../../domain/seasons/standings.ts'
import { findSeasonWithPoints } from '../points/season-documents.ts'
import { askAtOneMoment } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'
import type { SeasonView } from './season-facts.ts'

export type Graph = {
  series: readonly { playerId: number; name: string; totals: readonly number[] }[]
  completed: readonly { roundId: number; sportName: string }[]
}

export const findGraph = (read: Read, seasonId: number): Promise<Graph | null> =>
  askAtOneMoment(read, async (asking) => {
    const season = await findSeasonWithPoints(asking, seasonId)
    if (season === null) return null
    const results = await asking.ask(resultsIn(asking.read, seasonId))
    const players = [...season.players].map(([id, { name }]) => ({ id, name }))
    return {
      series: players.toSorted(compareNames).map(({ id, name }) => ({
        playerId: id,
        name,
        totals: results.map(({ totals }) => totals[id] ?? 0),
      })),
      completed: results.map(({ round_id: roundId }) => {
        const round = season.today.rounds.get(roundId)
        return { roundId, sportName: round && 'sportName' in round ? round.sportName : '' }
      }),
    }
  })

export function graphIn({ facts, rounds, table }: SeasonView): Graph {
  const scored = new Set(facts.rounds.flatMap((round) => (round.scored ? round.roundId : [])))
  return {
    series: graphOf(facts, table).map(({ points, ...player }) => ({
      ...player,
      totals: points.map((one) => one.points),
    })),
    completed: rounds.filter(({ roundId }) => scored.has(roundId)),
  }
}

/** One row for each round: thousands of small ones take several times as long to arrive. */
const resultsIn = (read: Read, seasonId: number) =>
  read
    .selectFrom('scores')
    .select(['round_id', sql<Record<string, number>>`json_object_agg(player_id, running_total)`.as('totals')])
    .where('season_id', '=', seasonId)
    .groupBy(['round_id', 'number'])
    .orderBy('number')
