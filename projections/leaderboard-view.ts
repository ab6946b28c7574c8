import type { Place } from '#domain/points'
import type { RoundStatus } from '#domain/round'
import { graphOf, type RoundScore, type Standing, standings } from '#domain/standings'
import { placesInRest, type RoundRow } from './rounds.ts'
import type { SeasonSnapshot } from './season-facts.ts'

export type SeasonStanding = { rank: number; userId: number; name: string; totalPoints: number }

/** The boards of a season in the shapes of the REST contract. */
export type Boards = {
  /** Holds no pick value of a round that is not locked, only whether a pick was made. */
  public: object
  /** Holds every pick. */
  admin: object
  graph: object
  standings: SeasonStanding[]
}

export function boardsOf({ rounds, facts }: SeasonSnapshot): Boards {
  const table = standings(facts)
  return {
    public: leaderboard(rounds, table, (round, playerId) => {
      const picks = facts.picksOf(round.id, playerId)
      return picks && isSealed(round.status) ? [] : picks
    }),
    admin: leaderboard(rounds, table, (round, playerId) => facts.picksOf(round.id, playerId)),
    graph: graphOf(facts).map(({ playerId, name, points }) => ({
      userId: playerId,
      userName: name,
      points: [
        { roundId: 0, roundName: 'Start', points: 0 },
        ...points.map((point) => ({ ...point, roundName: nameOf(rounds, point.roundId) })),
      ].map(({ roundId, roundName, points }) => ({ roundId, roundName, points })),
    })),
    standings: table.map(({ rank, playerId, name, totalPoints }) => ({
      rank,
      userId: playerId,
      name,
      totalPoints,
    })),
  }
}

const isSealed = (status: RoundStatus) => status === 'draft' || status === 'active'

const nameOf = (rounds: readonly RoundRow[], roundId: number) =>
  rounds.find(({ id }) => id === roundId)?.sport_name ?? ''

function leaderboard(
  rounds: readonly RoundRow[],
  table: readonly Standing[],
  picksOf: (round: RoundRow, playerId: number) => readonly string[] | null,
) {
  return {
    rounds: rounds.map((round) => ({
      id: round.id,
      sport_name: round.sport_name,
      status: round.status,
      ...placesInRest(round),
      lock_time: round.locks_at,
    })),
    leaderboard: table.map(({ playerId, name, rank, totalPoints, scores }) => ({
      userId: playerId,
      userName: name,
      rank,
      totalPoints,
      picks: Object.fromEntries(rounds.map((round) => [round.id, pickInRest(picksOf(round, playerId))])),
      scores: Object.fromEntries(rounds.map(({ id }) => [id, scoreInRest(scores.get(id))])),
    })),
  }
}

/** Null where no pick was made. */
export function pickInRest(picks: readonly string[] | null) {
  if (picks === null) return null
  return { pickItems: picks.map((pickValue, index) => ({ pickNumber: index + 1, pickValue })) }
}

function scoreInRest(score: RoundScore | undefined) {
  if (score === undefined) return null
  const flag = (place: Place) => (score.place === place ? 1 : 0)
  return {
    first_place: flag('first'),
    second_place: flag('second'),
    third_place: flag('third'),
    fourth_place: flag('fourth'),
    fifth_place: flag('fifth'),
    sixth_plus_place: flag('sixthPlus'),
    total_points: score.points,
  }
}
