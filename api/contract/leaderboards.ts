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

/** What was known then, or what is known today of the sports that were completed by then. */
const Reading = Type.Enum(['then', 'corrected'], { 'x-sentence': "reading must be 'then' or 'corrected'" })

/** An admin entered the pick after the lock; another result took the place of a published one. */
export const MarkKind = Type.Enum(['entered_after_lock', 'result_corrected'])

const LeaderboardEntry = Type.Object({
  userId: Id,
  userName: Type.String(),
  rank: Type.Integer(),
  /** Before the result that came last; null when there is none before it. */
  previousRank: Nullable(Type.Integer()),
  totalPoints: Type.Integer(),
  /** By round id; null where no pick was made. In public, a pick of a round that is not locked has no items. */
  picks: Type.Record(Type.String(), Nullable(PickItems)),
  /** By round id; null where nothing is scored. */
  scores: Type.Record(Type.String(), Nullable(Score)),
  /** By round id, where an admin did something after the lock; missing where there is none. */
  marks: Type.Optional(Type.Record(Type.String(), Type.Array(MarkKind))),
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
      /** The results of the season in the order in which they came, from 1; null without one. */
      result_number: Nullable(Type.Integer()),
    }),
  ),
  leaderboard: Type.Array(LeaderboardEntry),
  /** Where the board is one of the past. */
  past: Type.Optional(
    Type.Object({
      asOf: Instant,
      afterRound: Nullable(Id),
      reading: Reading,
      /** Whether the other reading gives other standings. */
      readingsDiffer: Type.Boolean(),
    }),
  ),
})

/** Which moment of the past: an instant, or the first result of a sport. Without either, the board of today. */
export const PastQuery = Type.Object({
  asOf: Type.Optional(
    Type.String({ maxLength: 40, 'x-sentence': 'asOf must be an instant such as 2027-02-01T18:00:00Z' }),
  ),
  afterRound: Type.Optional(Id),
  reading: Type.Optional(Reading),
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

export type MarkKind = Static<typeof MarkKind>
export type Score = Static<typeof Score>
export type Leaderboard = Static<typeof Leaderboard>
export type LeaderboardEntry = Static<typeof LeaderboardEntry>
export type Reading = Static<typeof Reading>
export type PastQuery = Static<typeof PastQuery>
export type Graph = Static<typeof Graph>
