import type { Graph, Leaderboard } from '../../api/contract/leaderboards.ts'

const PLAYERS = 200
const ROUNDS = 40
const TEAMS = ['Reds', 'Blues', 'Greens', 'Wanderers of the North', 'Rovers', 'United', 'City', 'Athletic']

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const teamOf = (player: number, round: number) => TEAMS[(player * 7 + round * 3) % TEAMS.length] ?? ''
const pointsOf = (player: number, round: number) => (player * 13 + round * 5) % 7

const score = (points: number) => ({
  first_place: 0 as const,
  second_place: 0 as const,
  third_place: 0 as const,
  fourth_place: 0 as const,
  fifth_place: 0 as const,
  sixth_plus_place: 0 as const,
  total_points: points,
})

const totalOf = (player: number, rounds = ROUNDS) =>
  numbers(rounds).reduce((sum, round) => sum + pointsOf(player, round), 0)

/** What the server would answer for a league far larger than most: playing it would take longer than all other tests. */
export const LARGE_BOARD: Leaderboard = {
  rounds: numbers(ROUNDS).map((id) => ({
    id,
    sport_name: `Championship ${id}`,
    status: 'completed',
    first_place_team: teamOf(1, id),
    second_place_team: null,
    third_place_team: null,
    fourth_place_team: null,
    fifth_place_team: null,
    lock_time: '2027-01-01T00:00:00.000Z',
    result_number: id,
  })),
  leaderboard: numbers(PLAYERS)
    .map((userId) => ({
      userId,
      userName: `Player ${userId}`,
      rank: userId,
      previousRank: userId,
      totalPoints: totalOf(userId),
      picks: Object.fromEntries(
        numbers(ROUNDS).map((round) => [
          round,
          { pickItems: [{ pickNumber: 1, pickValue: teamOf(userId, round) }] },
        ]),
      ),
      scores: Object.fromEntries(numbers(ROUNDS).map((round) => [round, score(pointsOf(userId, round))])),
    }))
    .sort((a, b) => b.totalPoints - a.totalPoints),
}

export const LARGE_GRAPH: Graph = numbers(PLAYERS).map((userId) => ({
  userId,
  userName: `Player ${userId}`,
  points: [
    { roundId: 0, roundName: 'Start', points: 0 },
    ...numbers(ROUNDS).map((roundId) => ({
      roundId,
      roundName: `Championship ${roundId}`,
      points: totalOf(userId, roundId),
    })),
  ],
}))
