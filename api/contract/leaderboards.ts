import { type Static, Type } from 'typebox'
import { PickItems } from './picks.ts'
import { places } from './rounds.ts'
import { Flag, Id, Instant, Nullable } from './schema.ts'

const Score = Type.Object({
  first_place: Flag,
  second_place: Flag,
  third_place: Flag,
  fourth_place: Flag,
  fifth_place: Flag,
  sixth_plus_place: Flag,
  total_points: Type.Integer(),
})

const LeaderboardEntry = Type.Object({
  userId: Id,
  userName: Type.String(),
  rank: Type.Integer(),
  totalPoints: Type.Integer(),
  /** By round id; null where no pick was made. In public, a pick of a round that is not locked has no items. */
  picks: Type.Record(Type.String(), Nullable(PickItems)),
  /** By round id; null where nothing is scored. */
  scores: Type.Record(Type.String(), Nullable(Score)),
})

/** Rounds by lock time, entries by total descending, then name. */
export const Leaderboard = Type.Object({
  rounds: Type.Array(
    Type.Object({
      id: Id,
      sport_name: Type.String(),
      status: Type.Enum(['draft', 'active', 'locked', 'completed']),
      ...places,
      lock_time: Instant,
    }),
  ),
  leaderboard: Type.Array(LeaderboardEntry),
})

/** Cumulative points: a start at 0, then one point for each completed round; all series of equal length. */
export const Graph = Type.Array(
  Type.Object({
    userId: Id,
    userName: Type.String(),
    points: Type.Array(
      Type.Object({ roundId: Type.Integer(), roundName: Type.String(), points: Type.Integer() }),
    ),
  }),
)

export type Score = Static<typeof Score>
export type Leaderboard = Static<typeof Leaderboard>
export type LeaderboardEntry = Static<typeof LeaderboardEntry>
export type Graph = Static<typeof Graph>
